export interface Letter {
  face: string;
}

const hasSeveral = (face: string): boolean => [...face].length > 1;

/** Tiles in a row; apart from each other where one has several letters, or could in this game, so that L and L are not LL. */
export function rackText(tiles: readonly string[], letters: readonly Letter[] = []): string {
  return tiles.join(
    tiles.some(hasSeveral) || letters.some(({ face }) => hasSeveral(face)) ? ' ' : '',
  );
}

/** The same for tiles as the engine writes them, with brackets where it needs them: `A[LL]`, `[L]L`. Unknown tiles are a number. */
export function tilesText(written: string, letters: readonly Letter[] = []): string {
  if (/^\d+$/.test(written)) return written;
  const tiles = [...written.matchAll(/\[([^\]]*)\]|./gu)].map(([tile, inside]) => inside ?? tile);
  return written.includes('[') ? tiles.join(' ') : rackText(tiles, letters);
}
