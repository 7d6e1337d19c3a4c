/** Short tones for events in a game, if turned on. */
import { settings } from './settings.svelte';
import { SOUNDS, type Sound } from './sounds';

const LOUDNESS = 0.12;
let context: AudioContext | undefined;

export function sound(name: Sound): void {
  if (!settings.sounds || settings.silent.has(name) || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Browsers let pages sound only after a gesture; until then it is silent, which is no error.
  void context.resume().catch(() => undefined);
  for (const { hz, at, long } of SOUNDS[name]) ring(context, hz, context.currentTime + at, long);
}

/** Swells and fades, so that nothing clicks. */
function ring(context: AudioContext, hz: number, from: number, long: number): void {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = 'triangle';
  oscillator.frequency.value = hz;
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(LOUDNESS, from + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, from + long);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(from);
  oscillator.stop(from + long);
}

/** A short vibration, if turned on. */
export function shake(): void {
  if (settings.vibration && canShake()) navigator.vibrate([60, 60, 60]);
}

export function canShake(): boolean {
  return 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;
}
