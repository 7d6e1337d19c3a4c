// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { distance, placeAt, targetAt } from './target';

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

/** An element of the page that lies there. */
function lying(
  parent: Element,
  data: Record<string, string>,
  [left, top, width, height]: number[],
): HTMLElement {
  const element = parent.appendChild(document.createElement('div'));
  Object.assign(element.dataset, data);
  element.getBoundingClientRect = () => ({ left, top, width, height }) as DOMRect;
  return element;
}

/** Two squares of 20 with 3 between them, and a rack of two tiles below. */
function table() {
  const grid = lying(document.body, {}, [0, 0, 60, 30]);
  grid.setAttribute('role', 'grid');
  for (const col of [0, 1])
    lying(grid, { square: `${'AB'[col]}1`, row: '0', col: `${col}` }, [10 + col * 23, 5, 20, 20]);
  const rack = lying(document.body, { rack: '2' }, [0, 100, 60, 30]);
  for (const place of [0, 1]) lying(rack, { place: `${place}` }, [5 + place * 25, 105, 20, 20]);
  return { grid, rack };
}

test('a tile dropped between two squares lands on the nearer one', () => {
  const { grid } = table();
  document.elementFromPoint = () => grid;
  expect(targetAt(30.5, 15)).toEqual({ square: { row: 0, col: 0 } });
  expect(targetAt(32.5, 15)).toEqual({ square: { row: 0, col: 1 } });
  expect(targetAt(2, 15), 'the names of the rows').toBeUndefined();
});

test('the drop point decides a tile’s place on the rack', () => {
  table();
  document.elementFromPoint = () => document.body;
  expect([3, 20, 28, 45, 59].map((x) => targetAt(x, 115))).toEqual(
    [0, 1, 1, 2, 2].map((rack) => ({ rack })),
  );
  expect(targetAt(28, 90)).toEqual({ rack: 1 });
  expect(targetAt(28, 60)).toBeUndefined();
});

test('right-to-left racks count from the right', () => {
  const tiles = [60, 35, 10].map((left) => ({ left, top: 0, width: 20, height: 20 }));
  expect([75, 60, 30, 5].map((x) => placeAt(tiles, x, true))).toEqual([0, 1, 2, 3]);
});

test('distances are measured from the edge', () => {
  const box = { left: 10, top: 10, width: 10, height: 10 };
  expect([distance(box, 15, 15), distance(box, 6, 15), distance(box, 23, 24)]).toEqual([0, 4, 5]);
});
