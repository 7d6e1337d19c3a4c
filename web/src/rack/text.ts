export interface Letter {
  face: string;
}

const hasSeveral = (face: string): boolean => [...face].length > 1;

/** Tiles in a row, with spaces where letters could be confused: L L is not LL. */
export function rackText(tiles: readonly string[], letters: readonly Letter[] = []): string {
  return tiles.join(
    tiles.some(hasSeveral) || letters.some(({ face }) => hasSeveral(face)) ? ' ' : '',
  );
}

/** The same for the engine’s notation: `A[LL]`, `[L]L`. Unknown tiles are a number. */
export function tilesText(written: string, letters: readonly Letter[] = []): string {
  if (/^\d+$/.test(written)) return written;
  const tiles = [...written.matchAll(/\[([^\]]*)\]|./gu)].map(([tile, inside]) => inside ?? tile);
  return written.includes('[') ? tiles.join(' ') : rackText(tiles, letters);
}
