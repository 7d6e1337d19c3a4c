/** Squares and how to move among them. Knows no words, no rules, no scores. */
import type { LayoutView, PlacedView, PremiumView, RulesetView, SquareView } from '../protocol';

/** A tile on the board. */
export interface Placed {
  face: string;
  value: number;
  blank: boolean;
}

/** Tiles as they are drawn, by the names of their squares. */
export function drawn(
  tiles: readonly PlacedView[],
  ruleset: Pick<RulesetView, 'letters' | 'blanks'> | undefined,
): Map<string, Placed> {
  const values = new Map(ruleset?.letters.map(({ face, value }) => [face, value]));
  return new Map(
    tiles.map((tile) => {
      const { tile: face, blank = false } = tile;
      const value = blank ? ruleset?.blanks.value : values.get(face);
      return [squareName(tile), { face, value: value ?? 0, blank }];
    }),
  );
}

/** Columns are A to Z, then AA, AB and so on. */
export function columnName(col: number): string {
  const letter = String.fromCharCode(65 + (col % 26));
  return col < 26 ? letter : columnName(Math.floor(col / 26) - 1) + letter;
}

/** Cyrillic and Greek capitals, and the Latin ones that look the same. */
const ALIKE = 'АВСЕНІЈКМОРЅТХУΑΒΕΖΗΙΚΜΝΟΡΤΧΥ';
const LATIN = 'ABCEHIJKMOPSTXYABEZHIKMNOPTXY';

/** A place as typed: similar letters of other alphabets are read as Latin ones. */
export function typedPlace(text: string): string {
  return text.toUpperCase().replace(/./gu, (letter) => LATIN[ALIKE.indexOf(letter)] ?? letter);
}

/** D8 is the fourth column, eighth row. */
export function squareName({ row, col }: SquareView): string {
  return `${columnName(col)}${row + 1}`;
}

export function sameSquare(one: SquareView, other: SquareView): boolean {
  return one.row === other.row && one.col === other.col;
}

/** The words through a square: across, then down. A single tile isn’t a word. */
export function linesThrough(
  at: SquareView,
  faceAt: (square: SquareView) => string | undefined,
): string[] {
  const line = (rows: number, cols: number) => {
    const there = (n: number) => faceAt({ row: at.row + n * rows, col: at.col + n * cols });
    let first = 0;
    while (there(first - 1) !== undefined) first--;
    const faces: string[] = [];
    for (let face = there(first), n = first; face !== undefined; face = there(++n))
      faces.push(face);
    return faces;
  };
  return [line(0, 1), line(1, 0)].filter(({ length }) => length > 1).map((faces) => faces.join(''));
}

/** The theme colour of a premium. Word premiums decide; all above 4 look alike. */
export function premiumColour(premium: PremiumView): string {
  return premium.word > 1 ? `${Math.min(premium.word, 4)}w` : `${Math.min(premium.letter, 4)}l`;
}

/** Every kind of premium on a board once, the weakest first. */
export function premiumKinds({ premiums }: Pick<LayoutView, 'premiums'>): PremiumView[] {
  const kinds = new Map<string, PremiumView>();
  for (const premium of premiums.flat()) {
    if (premium) kinds.set([premium.word, premium.letter, premium.only_value].join(), premium);
  }
  return [...kinds.values()].sort(
    (a, b) => a.word - b.word || a.letter - b.letter || (a.only_value ?? 0) - (b.only_value ?? 0),
  );
}

/** The square a key leads to, if any. Right-to-left boards count columns leftwards. */
export function keyMove(
  from: SquareView,
  key: string,
  wide: boolean,
  layout: Pick<LayoutView, 'rows' | 'cols'>,
  rightToLeft = false,
): SquareView | undefined {
  const { row, col } = from;
  const right = rightToLeft ? -1 : 1;
  const within = (row: number, col: number) => ({
    row: Math.max(0, Math.min(layout.rows - 1, row)),
    col: Math.max(0, Math.min(layout.cols - 1, col)),
  });
  switch (key) {
    case 'ArrowLeft':
      return within(row, col - right);
    case 'ArrowRight':
      return within(row, col + right);
    case 'ArrowUp':
      return within(row - 1, col);
    case 'ArrowDown':
      return within(row + 1, col);
    case 'Home':
      return within(wide ? 0 : row, 0);
    case 'End':
      return within(wide ? layout.rows : row, layout.cols);
  }
}
