/** A board as a picture to keep or send: SVG, and PNG made of it. */
import { columnName, premiumColour, squareName, type Placed } from '../board/board';
import type { LayoutView, PremiumView } from '../protocol';

const SIDE = 40;
const EDGE = 26;

/** The colour of a theme by its name: `tile`, `premium-2w`. */
export type Colour = (name: string) => string;

export interface Drawing {
  layout: LayoutView;
  tiles: ReadonlyMap<string, Placed>;
  /** Tiles to show as just laid. */
  laid?: ReadonlyMap<string, Placed>;
  /** The text of a premium square. */
  premiumText: (premium: PremiumView) => string;
  /** A line below the board. */
  caption?: string;
  rightToLeft?: boolean;
}

export function boardSvg(
  { layout, tiles, laid, premiumText, caption, rightToLeft }: Drawing,
  colour: Colour,
): string {
  const width = EDGE + layout.cols * SIDE + 6;
  const height = EDGE + layout.rows * SIDE + 6 + (caption ? 34 : 0);
  const left = (col: number) => EDGE + (rightToLeft ? layout.cols - 1 - col : col) * SIDE;
  const parts: string[] = [];
  const text = (
    x: number,
    y: number,
    size: number,
    fill: string,
    what: string,
    anchor = 'middle',
  ) =>
    parts.push(
      `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}" font-weight="700">${escaped(what)}</text>`,
    );
  const box = (x: number, y: number, side: number, fill: string, round: number) =>
    parts.push(
      `<rect x="${x}" y="${y}" width="${side}" height="${side}" rx="${round}" fill="${fill}"/>`,
    );
  for (let col = 0; col < layout.cols; col++)
    text(left(col) + SIDE / 2, EDGE - 8, 13, colour('board-text'), columnName(col));
  for (const [row, premiums] of layout.premiums.entries()) {
    const top = EDGE + row * SIDE;
    text(EDGE / 2, top + SIDE / 2 + 5, 13, colour('board-text'), String(row + 1));
    for (const [col, premium] of premiums.entries()) {
      const x = left(col);
      const name = squareName({ row, col });
      const tile = laid?.get(name) ?? tiles.get(name);
      const kind = premium ? `premium-${premiumColour(premium)}` : 'square';
      if (!tile) box(x + 1, top + 1, SIDE - 2, colour(kind), 3);
      if (tile) {
        box(x + 1, top + 1, SIDE - 2, colour(laid?.has(name) ? 'laid' : 'tile'), 5);
        const long = [...tile.face].length;
        const size = long > 2 ? 13 : long > 1 ? 17 : 23;
        text(
          x + SIDE / 2 - (tile.value > 9 ? 4 : 2),
          top + SIDE / 2 + size / 3,
          size,
          colour(tile.blank ? 'blank-text' : 'tile-text'),
          tile.face,
        );
        if (!tile.blank)
          text(x + SIDE - 4, top + SIDE - 5, 9, colour('tile-text'), String(tile.value), 'end');
      } else if (premium) {
        const says = premiumText(premium);
        // Both premiums of a square fit if they are small.
        const size = says.length > 3 ? 10 : 14;
        text(x + SIDE / 2, top + SIDE / 2 + size / 3, size, colour(`${kind}-text`), says);
      }
    }
  }
  if (caption) {
    // Long texts are smaller; letters are about 0.62 times as wide as high.
    const size = Math.min(17, (width - EDGE - 6) / (0.62 * [...caption].length));
    text(EDGE, height - 11, Number(size.toFixed(1)), colour('board-text'), caption, 'start');
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `font-family="system-ui, DejaVu Sans, sans-serif"><rect width="${width}" height="${height}" fill="${colour('board')}"/>${parts.join('')}</svg>`
  );
}

/** The colours of the page as it is shown. */
export const shownColour: Colour = (name) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

export async function pngOf(svg: string, scale = 2): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}

/** A file name for a game of these players. */
export const fileName = (players: readonly string[]): string =>
  players.map((name) => name.replace(/[^\p{L}\p{N}]+/gu, '_')).join('-') || 'game';

/** Gives a file to the visitor. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
