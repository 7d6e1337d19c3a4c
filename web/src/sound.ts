/** Short tones for what happens in a game, for those who want them. */
import { settings } from './settings.svelte';

export type Sound = 'yours' | 'theirs' | 'end' | 'low' | 'refused';

interface Tone {
  hz: number;
  /** In seconds, from the beginning of the sound. */
  at: number;
  long: number;
}

const tone = (hz: number, at = 0, long = 0.14): Tone => ({ hz, at, long });

export const SOUNDS: Record<Sound, readonly Tone[]> = {
  yours: [tone(523), tone(784, 0.12, 0.22)],
  theirs: [tone(392)],
  end: [tone(523), tone(659, 0.14), tone(784, 0.28), tone(1047, 0.42, 0.4)],
  low: [tone(880, 0, 0.08), tone(880, 0.14, 0.08), tone(880, 0.28, 0.08)],
  refused: [tone(196, 0, 0.25)],
};

const LOUDNESS = 0.12;
let context: AudioContext | undefined;

export function sound(name: Sound): void {
  if (!settings.sounds || typeof AudioContext === 'undefined') return;
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
