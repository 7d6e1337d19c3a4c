/** Tiles in a row; apart from each other where one has several letters, so that L and L are not LL. */
export const rackText = (tiles: readonly string[]): string =>
  tiles.join(tiles.some((tile) => tile.length > 1) ? ' ' : '');
