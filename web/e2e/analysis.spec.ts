import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inBothSizes, station } from './browser';
import { longestTask } from './tasks';

const EXIST = '15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15';

const SEVEN = `${EXIST} AEINRT?/ 0/0 0`;

/** Two tiles in the bag, and none. */
const LATE =
  '15/15/15/2LOCALE6D/4AN8I/1M2FY2HOUDANS/JO1AT1KOA1GOX1M/O2PATIBLE4A/WIZEN1PITH4L/3R9Q1/1VICENARY4I1/3U2VOUdOUNS1/1DESIRER7/6REEFING2/15 ABDEITW/ 369/447 0';
const LAST =
  '11JIAO/10GONEF/2C8I3/2I2O4IN3/2M1OP4O4/1WEBFED1HIND3/LEX2RAPID1I3/E2BUCKET2S3/E1VATUS3AG3/1Z1T1L4MU3/1O1TRANQ2Os3/GORY1R4UT3/1I6HARSLET/1D2WEAN7/1ScLERAE7 EIN/AVY 435/419 0';

inBothSizes((browser) => {
  const { desktopTest } = browser;
  const at = (name: string) => browser.page.locator(`[data-square='${name}']`);
  const firstMove = () => browser.page.locator('tbody tr').first();
  /** Keys of any layout; the browser's own way has only those of the American one. */
  const press = (keys: string) =>
    browser.page.evaluate((keys) => {
      for (const key of keys)
        document.activeElement!.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
    }, keys);
  const open = async (position = '', ruleset = 'english') => {
    const query = new URLSearchParams({ ruleset, ...(position && { position }) });
    await browser.open(`/analysis?${query}`);
    await browser.page.getByRole('grid').waitFor();
  };

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

  desktopTest('a position of four players is solved with what is known of each', async () => {
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

  desktopTest('all that is done with a position is in sight', async () => {
    await open();
    const { page } = browser;
    for (const name of ['Paste position', 'Clear', 'Copy link', 'Copy as CGP', 'Keys ?']) {
      const { y, height } = (await page.getByRole('button', { name }).boundingBox())!;
      expect(y + height, name).toBeLessThanOrEqual(page.viewportSize()!.height);
    }
  });

  test('a position is set up by fingers alone: a square, letters beside the board, turned, erased, done', async () => {
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

  desktopTest('tiles are dragged about and off the board', async () => {
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

  desktopTest('the keyboard alone is enough: arrows, letters, blanks, Backspace', async () => {
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

  desktopTest(
    'a game is pasted and stepped through, and what cannot be read is refused with a sentence',
    async () => {
      await open();
      const paste = async (text: string) => {
        await browser.page.getByRole('button', { name: 'Paste position' }).click();
        await browser.page.getByRole('textbox', { name: 'A position as text' }).fill(text);
        await browser.page.getByRole('button', { name: 'Open' }).click();
      };
      await paste('hello world');
      await browser.page.getByRole('dialog').getByText('This isn’t a GCG, a CGP').waitFor();
      await browser.page
        .getByRole('textbox', { name: 'A position as text' })
        .fill('15/15 A/ 0/0 0');
      await browser.page.getByRole('alert').waitFor({ state: 'detached' });
      await browser.page.getByRole('button', { name: 'Open' }).click();
      await browser.page.getByRole('dialog').getByText('the board has 2 rows').waitFor();
      await browser.page.keyboard.press('Escape');
      expect(await browser.page.getByRole('alert').count()).toBe(0);
      await paste(
        '#player1 a Ann\n#player2 b Bob\n>a: AEINRST 8D RETAINS +66 66\n>b: ATE - +0 0\n',
      );
      await browser.page.getByText('turn 3 of 3').waitFor();
      await browser.page.getByRole('button', { name: 'Previous' }).click();
      await browser.page.getByText('turn 2 of 3').waitFor();
      await browser.page.getByRole('button', { name: 'Previous' }).click();
      await browser.page.getByText('turn 1 of 3').waitFor();
      expect(await at('H8').getAttribute('aria-label')).toContain('empty');
      await firstMove().waitFor();
    },
  );

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

  desktopTest('on a board that is read from right to left, words run that way', async () => {
    await open('', 'hebrew');
    await at('H8').click();
    await press('אב');
    await at('I8').getByText('ב').waitFor();
    const left = async (name: string) => (await at(name).boundingBox())!.x;
    expect(await left('I8')).toBeLessThan(await left('H8'));
    await browser.page.getByText('This game has no word list').waitFor();
  });

  desktopTest('moves are filtered by word and by square', async () => {
    await open(SEVEN);
    await firstMove().waitFor();
    await browser.page.getByRole('searchbox').fill('atherine');
    await browser.page.waitForFunction(() => document.querySelectorAll('tbody tr').length < 20);
    for (const text of await browser.page.locator('tbody tr button').allTextContents())
      expect(text.replace(/[()]/g, '').toUpperCase()).toContain('ATHERINE');
    await browser.page.getByRole('searchbox').fill('');
    await at('I9').click();
    await browser.page.getByRole('button', { name: 'only moves covering I9' }).click();
    await browser.page.waitForFunction(() =>
      [...document.querySelectorAll('tbody .place')].every(({ textContent }) =>
        /^(9|I)/.test(textContent!),
      ),
    );
  });

  desktopTest(
    'looking ahead shows chances, spread and where replies go, and a move of one’s own is compared',
    async () => {
      await open(`${EXIST} AEINRTU/ 0/32 0`);
      await firstMove().waitFor();
      const { page } = browser;
      await page.getByText('Compare your own move').click();
      const own = page.getByRole('textbox', { name: 'Your move' });
      await own.fill('pass');
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.getByText(/pass, 0 points: not among the listed moves\. Costs/).waitFor();
      await page.getByRole('button', { name: 'Simulate' }).click();
      await page.getByRole('columnheader', { name: 'Win %' }).waitFor();
      await page.getByRole('columnheader', { name: 'Spread' }).waitFor();
      await page.getByRole('checkbox', { name: 'show replies on the board' }).check();
      await page.locator('.hot').first().waitFor();
      // Of the best move, which is drawn and named.
      await page.getByText(/^Replies to H1 \w+\(S\):/).waitFor();
      await page.locator('.laid').first().waitFor();
      // Drawing intermediate results doesn’t block the page.
      const eliminated = () => page.getByText(/\* Eliminated early/).waitFor();
      expect(await longestTask(page, eliminated)).toBeLessThanOrEqual(50);
      expect(await page.getByRole('cell', { name: 'eliminated early' }).count()).toBeGreaterThan(0);
      await page.getByRole('button', { name: 'Stop' }).click();
      // Compared moves stay, with their latest values.
      expect(await own.inputValue()).toBe('pass');
      await page.getByText(/Costs .*% win chance/).waitFor();
      await browser.inspect('analysis-ahead');
      // So do the values of moves, whichever are filtered.
      const best = (await firstMove().getByRole('button').textContent())!;
      await page.getByRole('searchbox').fill('e');
      await page.getByText('Moves without numbers weren’t simulated.').waitFor();
      expect(await firstMove().locator('.win').textContent()).toMatch(/±/);
      await page.getByRole('searchbox').fill('');
      await page
        .getByText('Moves without numbers weren’t simulated.')
        .waitFor({ state: 'detached' });
      expect(await firstMove().getByRole('button').textContent()).toBe(best);
      expect(await firstMove().locator('.win').textContent()).toMatch(/±/);
    },
  );

  desktopTest(
    'another game keeps the board if it can, and the one that was left still has it',
    async () => {
      await open(SEVEN);
      await firstMove().waitFor();
      const { page } = browser;
      const game = page.getByRole('combobox', { name: 'Game' });
      const rack = page.getByRole('textbox', { name: 'Rack' });
      await game.selectOption('english-plain');
      await page.waitForURL(/ruleset=english-plain.*4EXIST6/);
      expect(await rack.inputValue()).toBe('AEINRT?');
      await game.selectOption('erudit');
      await page.getByText('To get it back, choose').waitFor();
      expect(await rack.inputValue()).toBe('');
      await browser.inspect('analysis-left');
      await game.selectOption('english-plain');
      await at('E8').getByText('E').waitFor();
      expect(await rack.inputValue()).toBe('AEINRT?');
    },
  );

  desktopTest('rules that a CGP brings along count, and stay in the address', async () => {
    const end = '15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0 bb 0;';
    await open(end);
    await firstMove().waitFor();
    await browser.page.getByText('Custom rules: bb 0').waitFor();
    // Without the bonus another play is the best.
    expect(Number(await firstMove().locator('td').nth(3).textContent())).toBe(54);
    await browser.page.waitForURL(/bb\+0|bb%200/);
  });

  desktopTest('with the last tiles it is said what is proven', async () => {
    const { page } = browser;
    await open(LATE);
    await firstMove().waitFor();
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText(/Pre-endgame: checking \d+ tile orders/).waitFor();
    await page.getByRole('columnheader', { name: 'Win %' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText(/stopped before all \d+ tile orders were checked/).waitFor();
    await open(LAST);
    await firstMove().waitFor();
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText('Endgame solved').waitFor();
    expect(await firstMove().locator('.spread').textContent()).toMatch(/^[≤≥ ]*[+−]\d+\.0$/);
    // Nothing is drawn any more, so the page shows what follows.
    await page.getByText('Compare your own move').click();
    await page.getByRole('textbox', { name: 'Your move' }).fill('pass');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText(/the rest of the game/).waitFor();
    expect(await page.getByText(/^keeps/).count()).toBe(0);
    await browser.inspect('analysis-last');
  });

  desktopTest(
    'what the other probably holds is told by the last turn of a pasted game',
    async () => {
      await open();
      await browser.page.getByRole('button', { name: 'Paste position' }).click();
      const game = '#player1 a Ann\n#player2 b Bob\n>a: AEINRST 8G TEN +6 6\n#rack2 AEIOUST\n';
      await browser.page.getByRole('textbox', { name: 'A position as text' }).fill(game);
      await browser.page.getByRole('button', { name: 'Open' }).click();
      await firstMove().waitFor();
      await browser.page.getByRole('checkbox', { name: /infer opponent’s rack/ }).check();
      await browser.page.getByRole('button', { name: 'Simulate' }).click();
      await browser.page.getByText('Opponent’s likely leave:').waitFor();
    },
  );

  desktopTest('the page goes on while the engine works', async () => {
    await open();
    await browser.page.getByRole('textbox', { name: 'Rack' }).fill('A');
    await firstMove().waitFor();
    const longest = await longestTask(browser.page, async () => {
      await browser.page.getByRole('textbox', { name: 'Rack' }).fill('AEINR??');
      await browser.page.waitForFunction(() => /\d{2},\d{3} plays/.test(document.body.innerText));
    });
    expect(longest).toBeLessThanOrEqual(50);
  });

  /** A visitor whose browser has kept nothing, and no service worker stands between. */
  const newcomer = async () => {
    const page = await browser.somebodyElse();
    const open = () =>
      page.goto(`/analysis?${new URLSearchParams({ ruleset: 'english', position: SEVEN })}`);
    return {
      page,
      open,
      solved: () => page.locator('tbody tr').first().getByText('78', { exact: true }).waitFor(),
    };
  };

  desktopTest(
    'without an engine in the browser the server answers, and the page says so',
    async () => {
      const { page, open, solved } = await newcomer();
      await page.route('**/engine.wasm', (route) =>
        route.fulfill({ status: 200, body: 'nothing' }),
      );
      await open();
      await solved();
      await page.getByText('The engine can’t run in this browser.').waitFor();
    },
  );

  desktopTest(
    'where the engine’s own thread cannot be fetched, as after the server was renewed, the server answers, too',
    async () => {
      const { page, open, solved } = await newcomer();
      await page.route('**/assets/worker*', (route) => route.fulfill({ status: 404 }));
      await open();
      await solved();
      await page.getByRole('button', { name: 'Simulate' }).click();
      await page.getByText(/[\d,]+ iterations/).waitFor();
    },
  );

  desktopTest(
    'of games passed by with the arrow keys only the last is opened, and what is set up stays',
    async () => {
      const { page, open, solved } = await newcomer();
      // At a first visit, what was opened before is fetched once more for the service worker.
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'serviceWorker', { value: undefined }),
      );
      const words = new Set<string>();
      page.context().on('request', (request) => {
        const url = new URL(request.url());
        if (url.pathname === '/api/engine/words') words.add(url.searchParams.get('ruleset')!);
      });
      await open();
      await solved();
      const game = page.getByRole('combobox', { name: 'Game' });
      const names = await game
        .locator('option')
        .evaluateAll((all) => all.map((it) => (it as HTMLOptionElement).value));
      words.clear();
      // Faster than anything can be fetched.
      await game.evaluate(
        (select: HTMLSelectElement, names) => {
          for (const name of names) {
            select.value = name;
            select.dispatchEvent(new Event('change', { bubbles: true }));
          }
        },
        [...names.slice(0, 8), 'spanish', 'english-super'],
      );
      await page.getByRole('grid', { name: /Super/ }).waitFor();
      expect(await game.inputValue()).toBe('english-super');
      expect([...words]).toEqual(['english-super']);
      expect(await page.getByRole('textbox', { name: 'Rack' }).inputValue()).toBe('AEINRT?');
    },
  );

  desktopTest(
    'a position is copied as text on a page that came by plain HTTP, and can be pasted',
    async () => {
      const page = await browser.somebodyElse();
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'clipboard', { value: undefined }),
      );
      await page.goto(`/analysis?${new URLSearchParams({ ruleset: 'english', position: SEVEN })}`);
      await page.getByRole('button', { name: 'Copy as CGP' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      await page.getByRole('button', { name: 'Paste' }).click();
      const pasted = page.getByRole('dialog').getByRole('textbox');
      await pasted.press('Control+v');
      expect(await pasted.inputValue()).toContain(EXIST);
      // Wherever it is read, it is the same game with the same words.
      expect(await pasted.inputValue()).toMatch(/ ld english; lex english;$/);
    },
  );

  desktopTest(
    'while the words are on their way the board is there, and it is said what is waited for',
    async () => {
      const { page, open, solved } = await newcomer();
      let bring = () => {};
      const brought = new Promise<void>((resolve) => (bring = resolve));
      await page.route('**/engine.wasm', (route) => brought.then(() => route.continue()));
      await open();
      await page.getByRole('grid').waitFor();
      await page.getByText('Downloading the engine').waitFor();
      bring();
      await solved();
    },
  );

  desktopTest(
    'without a connection a game that was never opened is refused, and the one that is open stays',
    async () => {
      const { page, open, solved } = await newcomer();
      await open();
      await solved();
      const game = page.getByRole('combobox', { name: 'Game' });
      const refused = page.getByRole('alert').getByText('No connection, and this game isn’t saved');
      await page.context().setOffline(true);
      await game.selectOption('polish');
      await refused.waitFor();
      expect(await game.inputValue()).toBe('english');
      await page.context().setOffline(false);
      await game.selectOption('polish');
      await page.getByRole('grid', { name: /Polish/ }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    },
  );

  desktopTest(
    'where the connection is lost before the engine has come, it can be tried again',
    async () => {
      const { page, open, solved } = await newcomer();
      for (const lost of ['**/engine.wasm', '**/api/questions'])
        await page.route(lost, (route) => route.abort());
      await open();
      await page.getByRole('alert').getByText('No connection, and this game isn’t saved').waitFor();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Try again' }).click();
      await solved();
    },
  );

  desktopTest('the engine in the browser is small', async () => {
    const response = await fetch(`${station().address}/engine.wasm`);
    expect(response.headers.get('content-type')).toBe('application/wasm');
    expect(gzipSync(await response.arrayBuffer()).length).toBeLessThan(1_500_000);
  });
});
