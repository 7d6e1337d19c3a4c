import { expect, test } from 'vitest';
import { inBothSizes } from './browser';

inBothSizes((browser) => {
  const { desktopTest } = browser;
  test.each([
    ['english', 15, 'H8, start, 2× word, empty'],
    ['english-super', 21, 'A1, 4× word, empty'],
    ['erudit', 15, 'H8, start'],
    ['spanish', 15, 'A1, 3× word, empty'],
    ['duel-english', 11, 'F6, start'],
    ['words-with-friends', 15, 'H8, start'],
    ['wordfeud-english', 15, 'H8, start'],
    ['crossplay', 15, 'H8, start'],
    ['lexulous', 15, 'H8, start'],
    ['kelimelik', 15, 'H8, start'],
    ['german-super', 21, 'K11, start'],
  ])('the board of %s is drawn', async (name, size, square) => {
    await browser.open(`/rulesets/${name}`);
    const grid = browser.page.getByRole('grid');
    expect(await grid.getByRole('row').count()).toBe(size + 1);
    expect(await grid.getByRole('gridcell').count()).toBe(size * size);
    expect(await grid.getByRole('gridcell', { name: square }).count()).toBe(1);
    const box = (await grid.boundingBox())!;
    const { width } = browser.page.viewportSize()!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.width).toBeGreaterThan(Math.min(width * 0.9, 480));
    await browser.inspect(`board-${name}`);
  });

  test('text on the largest board is readable and fits its squares', async () => {
    await browser.open('/rulesets/english-super');
    const drawn = await browser.page.getByRole('grid').evaluate((grid) => {
      const pixels = (element: Element, part?: string) =>
        parseFloat(getComputedStyle(element, part).fontSize);
      const squares = [...grid.querySelectorAll('[data-text]')];
      const names = [...grid.querySelectorAll('.name')];
      const tooWide = [...squares, ...names].filter(
        (element) => element.scrollWidth > element.clientWidth,
      );
      return {
        smallest: Math.min(
          ...squares.map((square) => pixels(square, '::after')),
          ...names.map((name) => pixels(name)),
        ),
        tooWide: tooWide.map(
          (element) => element.textContent || element.getAttribute('data-square'),
        ),
      };
    });
    expect(drawn.smallest).toBeGreaterThanOrEqual(9);
    expect(drawn.tooWide).toEqual([]);
  });

  desktopTest('two-letter tiles are one tile', async () => {
    await browser.open('/rulesets/spanish');
    const tiles = browser.page.getByRole('list', { name: 'Tiles and how many of each' });
    for (const face of ['CH', 'LL', 'RR', 'Ñ'])
      expect(await tiles.getByText(face, { exact: true }).count()).toBe(1);
  });

  desktopTest('the board is one tab stop, and arrow keys move inside', async () => {
    await browser.open('/rulesets/english');
    await browser.page.getByRole('gridcell', { name: 'H8' }).focus();
    await browser.page.keyboard.press('ArrowUp');
    await browser.page.keyboard.press('ArrowRight');
    const focused = () =>
      browser.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await focused()).toBe('I7, 2× letter, empty');
    await browser.page.keyboard.press('Control+Home');
    expect(await focused()).toBe('A1, 3× word, empty');
    await browser.page.keyboard.press('Tab');
    expect(await browser.page.getByRole('grid').locator(':focus').count()).toBe(0);
  });

  test.each(['hebrew', 'arabic', 'persian'])(
    'the board of %s is read from right to left',
    async (name) => {
      await browser.open(`/rulesets/${name}`);
      const left = async (square: string) =>
        (await browser.page.getByRole('gridcell', { name: `${square},` }).boundingBox())!.x;
      expect(await left('A8')).toBeGreaterThan(await left('B8'));
      expect(await left('B8')).toBeGreaterThan(await left('O8'));
      await browser.page.getByRole('gridcell', { name: 'H8' }).focus();
      await browser.page.keyboard.press('ArrowLeft');
      expect(
        await browser.page.evaluate(() => document.activeElement?.getAttribute('data-square')),
      ).toBe('I8');
      const tiles = browser.page
        .getByRole('list', { name: 'Tiles and how many of each' })
        .getByRole('listitem');
      const [first, second] = [
        (await tiles.nth(0).boundingBox())!,
        (await tiles.nth(1).boundingBox())!,
      ];
      expect(first.x).toBeGreaterThan(second.x);
      await browser.inspect(`board-${name}`);
    },
  );

  desktopTest('an unknown ruleset names the nearest', async () => {
    await browser.open('/');
    const answer = await browser.page.request.get('/api/rulesets/englsh');
    expect(await answer.json()).toEqual({
      code: 'no_such_ruleset',
      values: { name: 'englsh', nearest: 'english' },
      error: 'there is no ruleset "englsh"',
      hint: 'did you mean "english"?',
    });
  });
});
