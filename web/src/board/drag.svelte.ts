/** Dragging tiles with mouse, pen or finger. A press without movement is a tap. */
import type { SquareView } from '../protocol';
import { targetAt, type Target } from './target';

export type { Target };

/** Fingers slip this far without meaning it. */
const SLOP_PX = 8;

export interface Dragged {
  face: string;
  value: number;
  blank: boolean;
}

interface Source {
  tile: Dragged;
  ontap(): void;
  ondrop(target: Target): void;
}

export class Drag {
  /** The tile that hangs on the pointer, and where. */
  shown: (Dragged & { x: number; y: number; touch: boolean; size: number }) | undefined = $state();
  /** The square it would fall on. */
  over: SquareView | undefined = $state();

  #end: (() => void) | undefined;

  /** To be called when a tile is pressed. */
  begin(event: PointerEvent, source: Source): void {
    if (event.button !== 0) return;
    event.preventDefault();
    this.#end?.();
    const { pointerId, clientX, clientY } = event;
    const pressed = event.currentTarget as HTMLElement;
    const size = pressed.getBoundingClientRect().width;
    const touch = event.pointerType !== 'mouse';
    const move = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      const { clientX: x, clientY: y } = event;
      if (!this.shown && Math.hypot(x - clientX, y - clientY) < SLOP_PX) return;
      this.shown = { ...source.tile, x, y, touch, size };
      pressed.dataset.dragged = '';
      const target = targetAt(x, y);
      this.over = target && 'square' in target ? target.square : undefined;
    };
    const up = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      const dragged = this.shown !== undefined;
      end();
      if (event.type === 'pointercancel') return;
      swallowClick(touch);
      if (dragged) source.ondrop(targetAt(event.clientX, event.clientY));
      else source.ontap();
    };
    // Escape returns the tile.
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !this.shown) return;
      event.stopPropagation();
      end();
    };
    const end = () => {
      removeEventListener('keydown', cancel, { capture: true });
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      this.shown = this.over = this.#end = undefined;
      delete pressed.dataset.dragged;
    };
    addEventListener('keydown', cancel, { capture: true });
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
    this.#end = end;
  }
}

/**
 * Cancels `touchmove` on tiles. The style `touch-action: none` isn’t enough: Chromium would take a
 * quick drag for a scroll, and swallow the next tap as its end.
 */
export function noScroll(tiles: string) {
  const stop = (event: TouchEvent) => {
    if (event.cancelable && (event.target as Element).closest(tiles)) event.preventDefault();
  };
  return (place: Element) => {
    place.addEventListener('touchmove', stop as EventListener, { passive: false });
    return () => place.removeEventListener('touchmove', stop as EventListener);
  };
}

/** Swallows the click that ends the same gesture. After a touch it comes a little later. */
function swallowClick(touch: boolean): void {
  const swallow = (event: Event) => event.stopPropagation();
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), touch ? 60 : 0);
}
