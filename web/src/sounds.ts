/** The sounds of a game. */

export type Sound = 'yours' | 'theirs' | 'begin' | 'end' | 'low' | 'refused' | 'invited' | 'said';

export interface Tone {
  hz: number;
  /** In seconds, from the beginning of the sound. */
  at: number;
  long: number;
}

const tone = (hz: number, at = 0, long = 0.14): Tone => ({ hz, at, long });

export const SOUNDS: Record<Sound, readonly Tone[]> = {
  yours: [tone(523), tone(784, 0.12, 0.22)],
  theirs: [tone(392)],
  begin: [tone(392), tone(523, 0.14, 0.22)],
  end: [tone(523), tone(659, 0.14), tone(784, 0.28), tone(1047, 0.42, 0.4)],
  low: [tone(880, 0, 0.08), tone(880, 0.14, 0.08), tone(880, 0.28, 0.08)],
  refused: [tone(196, 0, 0.25)],
  invited: [tone(659), tone(523, 0.14), tone(659, 0.28, 0.22)],
  said: [tone(1047, 0, 0.09)],
};

export function isSound(text: string): text is Sound {
  return Object.hasOwn(SOUNDS, text);
}
