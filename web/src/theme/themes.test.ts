import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { THEMES } from './theme';

const css = readFileSync(new URL('./themes.css', import.meta.url), 'utf8');

function colours(theme: string): Record<string, string> {
  const block = css.split(`[data-theme='${theme}'] {`)[1]?.split('}')[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((found) => [found[1]!, found[2]!]),
  );
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** How far apart two colours are: 441 from black to white. */
function distance(one: string, other: string): number {
  const parts = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const others = parts(other);
  return Math.hypot(...parts(one).map((part, at) => part - others[at]!));
}

/** Text on its background. */
const READ: [text: string, ground: string][] = [
  ['text', 'page'],
  ['text', 'card'],
  ['quiet', 'page'],
  ['quiet', 'card'],
  ['accent', 'page'],
  ['accent', 'card'],
  ['on-accent', 'accent'],
  ['good', 'card'],
  ['bad', 'card'],
  ['board-text', 'board'],
  ['square-text', 'square'],
  ['tile-text', 'tile'],
  ['blank-text', 'tile'],
  ...['tile-1', 'tile-2', 'tile-3'].flatMap((tile): [string, string][] => [
    ['tile-text', tile],
    ['blank-text', tile],
  ]),
  ['tile-text', 'laid'],
  ['blank-text', 'laid'],
  ...['2l', '3l', '4l', '2w', '3w', '4w'].map((kind): [string, string] => [
    `premium-${kind}-text`,
    `premium-${kind}`,
  ]),
];

describe.each(THEMES.filter((theme) => theme !== 'auto'))('%s', (theme) => {
  const colour = colours(theme);

  test('every theme defines every colour', () => {
    expect(Object.keys(colour)).toEqual(Object.keys(colours('light')));
    expect(Object.keys(colour).length).toBeGreaterThan(25);
  });

  test.each(['tile', 'square'])('an unplayed tile differs from %s', (other) => {
    expect(distance(colour.laid!, colour[other]!)).toBeGreaterThan(60);
  });

  test('the frame of the last play stands out from tiles and board', () => {
    expect(contrast(colour.marked!, colour.board!)).toBeGreaterThanOrEqual(3);
    for (const tile of ['tile', 'tile-1', 'tile-2', 'tile-3'])
      expect([tile, distance(colour.marked!, colour[tile]!) > 140]).toEqual([tile, true]);
  });

  test.each(READ)('%s has enough contrast on %s', (text, ground) => {
    expect(contrast(colour[text]!, colour[ground]!)).toBeGreaterThanOrEqual(
      theme === 'contrast' ? 7 : 4.5,
    );
  });
});
