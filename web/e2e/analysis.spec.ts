/** Setting up positions for analysis. */
import { expect, test } from 'vitest';
import { inBothSizes } from './browser';
import { analysisPage, EXIST, SEVEN } from './position';

inBothSizes((browser) => {
  const { desktopTest } = browser;
  const { at, firstMove, open } = analysisPage(browser);
  /** Keys of any layout; the browser's own way has only those of the American one. */
  const press = (keys: string) =>
    browser.page.evaluate((keys) => {
      for (const key of keys)
        document.activeElement!.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
    }, keys);

  test('a position from the address is solved, and the move pointed at is shown on the board', async () => {
    await open(SEVEN);
    await firstMove().getByText('78', { exact: true }).waitFor();
    expect(await browser.page.getByRole('main').getByText('18,363 plays').count()).toBe(1);
    await firstMove().getByRole('button').click();
    await browser.page.locator('.laid').first().waitFor();
    expect(await browser.page.locator('.laid').count()).toBe(7);
    await browser.inspect('analysis');
  });

  desktopTest('an address whose position cannot be read says so', async () => {
    await open('15/15 A/ 0/0 0');
    await browser.page.getByRole('alert').getByText('the board has 2 rows').waitFor();
    await browser.page.getByRole('textbox', { name: 'Rack' }).fill('zaxs');
    await firstMove().waitFor();
    expect(await browser.page.getByRole('alert').count()).toBe(1);
  });

  desktopTest('a position of four players is solved with each known rack', async () => {
    await open(`${EXIST} AEINRST/Q// 10/32/5/7 0`);
    await firstMove().waitFor();
    await browser.page.getByText('Scores and opponents’ racks').click();
    expect(await browser.page.getByLabel('Players').inputValue()).toBe('4');
    expect(await browser.page.getByLabel('Known tiles of opponent 1').inputValue()).toBe('Q');
    expect(await browser.page.getByLabel('Score of opponent 3').inputValue()).toBe('7');
    await browser.page.waitForURL(/10%2F32%2F5%2F7|10\/32\/5\/7/);
    await browser.page.getByLabel('Your score').fill('9.5');
    await browser.page.getByText('Scores are whole numbers; using 10.').waitFor();
    await browser.page.getByRole('button', { name: 'Simulate' }).click();
    await browser.page.getByText(/\d iterations\./).waitFor();
    await browser.inspect('analysis-four');
  });

  desktopTest('a position is set up by typing, and its address can be shared', async () => {
    await open();
    await at('H8').click();
    await browser.page.keyboard.type('qi');
    expect(await at('H8').getAttribute('aria-label')).toBe('H8, Q, 10 points, part of QI');
    await browser.page.getByRole('textbox', { name: 'Rack' }).fill('zaxs');
    await firstMove().waitFor();
    await browser.page.waitForURL(/position=.*7QI6/);
    const address = browser.page.url();
    await browser.page.getByRole('button', { name: 'Clear' }).click();
    await at('H8').getByText('Q').waitFor({ state: 'detached' });
    await browser.page.getByRole('button', { name: 'Undo' }).click();
    await at('H8').getByText('Q').waitFor();
    expect(await browser.page.evaluate(() => document.activeElement?.textContent)).toBe('Clear');
    await browser.page.waitForURL(/position=.*7QI6/);
    await browser.page.getByRole('button', { name: 'Clear' }).click();
    await at('H8').getByText('Q').waitFor({ state: 'detached' });
    await browser.page.goto(address);
    await at('H8').getByText('Q').waitFor();
    expect(await browser.page.getByRole('textbox', { name: 'Rack' }).inputValue()).toBe('ASXZ');
  });

  desktopTest('all buttons for a position are in sight', async () => {
    await open();
    const { page } = browser;
    for (const name of ['Paste position', 'Clear', 'Copy link', 'Copy as CGP', 'Keys ?']) {
      const { y, height } = (await page.getByRole('button', { name }).boundingBox())!;
      expect(y + height, name).toBeLessThanOrEqual(page.viewportSize()!.height);
    }
  });

  test('a position is set up by touch alone', async () => {
    await open();
    const { page } = browser;
    await page.getByText('Tap a square and type').waitFor();
    const panel = page.getByRole('region', { name: 'Letters' });
    if (browser.size === 'phone') await at('H8').tap();
    else {
      // With a mouse they appear on request, and the arrow starts where games begin.
      await page.getByRole('button', { name: 'Letters' }).click();
    }
    const letter = (face: string) => panel.getByRole('button', { name: face, exact: true });
    for (const face of 'TEX') await letter(face).click();
    // All of it is in sight, with the board.
    for (const part of [
      page.getByRole('grid'),
      letter('Z'),
      panel.getByRole('button', { name: 'Done' }),
    ]) {
      const { y, height } = (await part.boundingBox())!;
      if (browser.size === 'phone')
        expect(y >= 0 && y + height <= page.viewportSize()!.height).toBe(true);
    }
    await panel.getByRole('button', { name: 'Erase' }).click();
    await panel.getByRole('button', { name: 'as a blank' }).click();
    await letter('A').click();
    expect(await at('J8').getAttribute('aria-label')).toBe('J8, A, blank, part of TEA');
    await at('I8').click();
    await panel.getByRole('button', { name: 'Turn the arrow' }).click();
    await panel.getByRole('button', { name: 'as a blank' }).click();
    await panel.getByRole('button', { name: 'Erase' }).click();
    for (const face of 'IN') await letter(face).click();
    expect(await at('I9').getAttribute('aria-label')).toBe('I9, N, 1 point, part of IN');
    await browser.inspect('analysis-letters');
    await panel.getByRole('button', { name: 'Done' }).click();
    await panel.waitFor({ state: 'detached' });
    await page.waitForURL(/position=.*7TIa5/);
  });

  test('a phone held sideways shows board and letters side by side', async () => {
    const { page } = browser;
    await page.setViewportSize({ width: 844, height: 390 });
    await open();
    await page.getByRole('button', { name: 'Letters' }).click();
    const board = (await page.getByRole('grid').boundingBox())!;
    const letter = (await page
      .getByRole('region', { name: 'Letters' })
      .getByRole('button', { name: 'A', exact: true })
      .boundingBox())!;
    expect(board.height).toBeGreaterThan(300);
    expect(board.height).toBeLessThanOrEqual(390);
    expect(letter.x).toBeGreaterThanOrEqual(board.x + board.width);
    expect(letter.y).toBeLessThan(board.y + board.height);
    await browser.inspect('analysis-sideways');
  });

  desktopTest('tiles are dragged on and off the board', async () => {
    await open(`${EXIST} / 0/0 0`);
    await at('E8').getByText('E').waitFor();
    const centre = async (name: string) => {
      const { x, y, width, height } = (await at(name).boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    };
    const drag = async (from: string, to: { x: number; y: number }) => {
      const { x, y } = await centre(from);
      await browser.page.mouse.move(x, y);
      await browser.page.mouse.down();
      await browser.page.mouse.move((x + to.x) / 2, (y + to.y) / 2, { steps: 3 });
      await browser.page.mouse.move(to.x, to.y, { steps: 3 });
      await browser.page.mouse.up();
    };
    await drag('E8', await centre('C3'));
    expect(await at('C3').getAttribute('aria-label')).toBe('C3, E, 1 point');
    const { y } = (await browser.page.getByRole('grid').boundingBox())!;
    await drag('C3', { x: 5, y: y - 20 });
    expect(await at('C3').getAttribute('aria-label')).toBe('C3, 2× word, empty');
  });

  desktopTest('a position is set up by keyboard alone', async () => {
    await open();
    await at('H8').focus();
    await browser.page.keyboard.press('ArrowRight');
    await browser.page.keyboard.type('ta');
    await browser.page.keyboard.press('Shift+X');
    expect(await at('K8').getAttribute('aria-label')).toBe('K8, X, blank, part of TAX');
    await browser.page.keyboard.press('Backspace');
    expect(await at('K8').getAttribute('aria-label')).toContain('empty');
    const focused = await browser.page.evaluate(() =>
      document.activeElement?.getAttribute('data-square'),
    );
    expect(focused).toBe('K8');
    await browser.page.keyboard.press('?');
    await browser.page.getByRole('dialog').getByText('Place a blank at the arrow').waitFor();
    await browser.inspect('keys');
    await browser.page.keyboard.press('Escape');
    await browser.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  desktopTest('a pasted game is stepped through, and unreadable text is refused', async () => {
    await open();
    const paste = async (text: string) => {
      await browser.page.getByRole('button', { name: 'Paste position' }).click();
      await browser.page.getByRole('textbox', { name: 'A position as text' }).fill(text);
      await browser.page.getByRole('button', { name: 'Open' }).click();
    };
    await paste('hello world');
    await browser.page.getByRole('dialog').getByText('This isn’t a GCG, a CGP').waitFor();
    await browser.page.getByRole('textbox', { name: 'A position as text' }).fill('15/15 A/ 0/0 0');
    await browser.page.getByRole('alert').waitFor({ state: 'detached' });
    await browser.page.getByRole('button', { name: 'Open' }).click();
    await browser.page.getByRole('dialog').getByText('the board has 2 rows').waitFor();
    await browser.page.keyboard.press('Escape');
    expect(await browser.page.getByRole('alert').count()).toBe(0);
    await paste('#player1 a Ann\n#player2 b Bob\n>a: AEINRST 8D RETAINS +66 66\n>b: ATE - +0 0\n');
    await browser.page.getByText('turn 3 of 3').waitFor();
    await browser.page.getByRole('button', { name: 'Previous' }).click();
    await browser.page.getByText('turn 2 of 3').waitFor();
    await browser.page.getByRole('button', { name: 'Previous' }).click();
    await browser.page.getByText('turn 1 of 3').waitFor();
    expect(await at('H8').getAttribute('aria-label')).toContain('empty');
    await firstMove().waitFor();
  });

  test.each([
    ['spanish', 'ch', 'CH', 'OLA', 'H8'],
    ['erudit', 'к', 'К', 'КОТ', 'H8'],
    ['english-super', 'q', 'Q', 'AEI', 'K11'],
  ])('%s is set up and solved', async (ruleset, keys, face, rack, square) => {
    await open('', ruleset);
    await at(square).click();
    await press(keys);
    await at(square).getByText(face, { exact: true }).waitFor();
    await browser.page.getByRole('textbox', { name: 'Rack' }).fill(rack);
    await firstMove().waitFor();
    await browser.inspect(`analysis-${ruleset}`);
  });

  desktopTest('words on a right-to-left board run to the left', async () => {
    await open('', 'hebrew');
    await at('H8').click();
    await press('אב');
    await at('I8').getByText('ב').waitFor();
    const left = async (name: string) => (await at(name).boundingBox())!.x;
    expect(await left('I8')).toBeLessThan(await left('H8'));
    await browser.page.getByText('This game has no word list').waitFor();
  });
});
