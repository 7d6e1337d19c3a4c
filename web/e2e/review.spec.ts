import { expect, test } from 'vitest';
import { inBothSizes } from './browser';
import { ask, pass, rack, turns } from './table';

const GAME = `#character-encoding UTF-8
#player1 ann Ann
#player2 bob Bob
>ann: AEINRST 8D RETAINS +66 66
>bob: AEIOQUT G7 Q.T +23 23
>ann: EEHLLOW D4 LOWE. +16 82
>bob: AEIOUUV -UUV +0 23
`;

/** Bob challenges a valid word, and Ann plays a phony. */
const DOUBTS = `#player1 ann Ann
#player2 bob Bob
>ann: AEINRST 8D RETAINS +66 66
>bob: AEIOQUT - +0 0
#note (challenge) RETAINS
>ann: EEHLLOW 9C WEHL +27 93
>ann: EEHLLOW -- -27 66
>bob: AEIOQUT G7 Q.T +23 23
`;

const FOUR = `#player1 ann Annabelle-Konstantin
#player2 bob Bob
#player3 cat Catherine
#player4 dan Dan
>ann: AEINRST 8D RETAINS +66 66
>bob: AEIOQUT G7 Q.T +23 23
`;

/** A game resigned by a person with a bot’s name. */
const RESIGNED = `#description club resigned
${GAME.replaceAll('bob', 'club').replaceAll('Bob', 'club')}`;

inBothSizes((browser) => {
  const { desktopTest } = browser;
  const turn = (n: number) =>
    browser.page.locator('section[aria-labelledby=turns] ol li button').nth(n - 1);
  const start = async (care?: string, game = GAME) => {
    await browser.open('/review');
    await browser.page.getByRole('textbox', { name: 'GCG' }).fill(game);
    await browser.page.getByRole('button', { name: 'Review game' }).click();
    await browser.page.getByRole('grid').waitFor();
    if (care) {
      await browser.page.getByRole('button', { name: 'Stop' }).click();
      await browser.page.getByRole('combobox', { name: 'Depth' }).selectOption(care);
      await browser.page.getByRole('button', { name: /Continue|Review game/ }).click();
    }
    await browser.page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 60_000 });
  };

  test('a pasted game is reviewed, mistakes are explained, and arrow keys step through it', async () => {
    await start();
    const { page } = browser;
    await page.getByRole('heading', { name: 'Summary' }).waitFor();
    expect(await page.locator('svg[role=img] path').count()).toBe(1);
    await page.getByRole('heading', { name: 'Ann: 8D RETAINS' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Bob: G7 Q(A)T' }).waitFor();
    await page
      .getByText(/(mistake|blunder)\. Costs/i)
      .first()
      .waitFor();
    expect(await page.locator('section[aria-labelledby=turn] ul li').count()).toBeGreaterThan(0);
    // A better move is shown on the board.
    await page.locator('section[aria-labelledby=turn] ol button').first().click();
    await page.locator('.laid').first().waitFor();
    await browser.inspect('review');
    await page.keyboard.press('End');
    await page.getByRole('heading', { name: 'End' }).waitFor();
    // Whoever reloads the page finds it again, and the move that was played among the best.
    await page.reload();
    await page.getByRole('heading', { name: 'End' }).waitFor();
    await page.keyboard.press('Home');
    await page.getByRole('heading', { name: 'Ann: 8D RETAINS' }).waitFor();
    await page
      .locator('section[aria-labelledby=turn] ol button.played[aria-pressed=true]', {
        hasText: 'RETAINS',
      })
      .waitFor();
  });

  desktopTest('your finished games are listed and lead to their reviews', async () => {
    const { page } = browser;
    const own = () => page.getByRole('region', { name: 'Your recent games' }).getByRole('link');
    // A game without points has nothing to look at, and a computer may exchange first.
    const untilScored = async () => {
      do await pass(page, 1);
      while ((await turns(page).filter({ hasText: /\+\d/ }).count()) === 0);
    };
    await browser.open('/');
    await page.getByRole('button', { name: 'Play the computer' }).click();
    await rack(page).waitFor();
    await untilScored();
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    await ask(page, `/api/games/${id}/actions`, { action: { kind: 'resign' } });
    await browser.open('/');
    await page.getByRole('button', { name: 'Play offline' }).click();
    await rack(page).waitFor();
    await untilScored();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    for (let n = 0; n < 2; n++)
      await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    // The game itself leads there, too.
    await page.locator('#content').getByRole('link', { name: 'Review' }).click();
    await page.getByRole('grid').waitFor();
    expect(new URL(page.url()).pathname).toBe('/review/practice');
    await page.getByRole('button', { name: 'Another game' }).click();
    await page.getByRole('textbox', { name: 'GCG' }).waitFor();
    await own().nth(1).waitFor();
    const addresses = await own().evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')),
    );
    expect(addresses.slice(0, 2)).toEqual(['/review/practice', `/review/${id}`]);
    expect(await own().first().textContent()).toMatch(/You and Casual.* : .*\b20\d\d\b/);
    await browser.inspect('review-own');
    await own().nth(1).click();
    await page.getByRole('grid').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/review/${id}`);
  });

  desktopTest('without an offline game the page says so and offers another', async () => {
    await browser.open('/review/practice');
    await browser.page.getByText('No game here yet.').waitFor();
    await browser.page.getByRole('textbox', { name: 'GCG' }).waitFor();
    await browser.inspect('review-none');
  });

  desktopTest('a move can be compared, and a review is saved and exported', async () => {
    await start('quick');
    const { page } = browser;
    await turn(2).click();
    await page.getByRole('textbox', { name: 'Your move' }).fill('9c qat');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page
      .getByText(/9C QAT/)
      .first()
      .waitFor();
    const saved = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      const stream = await download.createReadStream();
      return Buffer.concat((await stream.toArray()) as Buffer[]);
    };
    expect((await saved('Save as GCG')).toString()).toBe(GAME);
    expect((await saved('Save picture')).subarray(1, 4).toString()).toBe('PNG');
    await page.getByText('Better words Ann missed:').waitFor();
    await page.getByRole('button', { name: 'Learn these words' }).last().click();
    await page.getByRole('link', { name: 'Go to quiz' }).waitFor();
    await browser.open('/review');
    await page.getByRole('button', { name: /^Ann – Bob/ }).click();
    await page.getByRole('button', { name: 'Review again' }).waitFor();
  });

  desktopTest(
    'lost challenges and phonies are counted, and an error goes away with new text',
    async () => {
      const { page } = browser;
      await browser.open('/review');
      const pasted = page.getByRole('textbox', { name: 'GCG' });
      await pasted.fill('no game');
      await page.getByRole('button', { name: 'Review game' }).click();
      await page.getByRole('alert').waitFor();
      await pasted.fill(DOUBTS);
      await page.getByRole('alert').waitFor({ state: 'detached' });
      await start('quick', DOUBTS);
      await turn(2).click();
      await page.getByText('Lost the challenge of RETAINS and the turn.').waitFor();
      expect(await turn(2).textContent()).not.toMatch(/pass|\?/);
      await turn(3).click();
      await page.getByText('Challenged off').waitFor();
      const cells = (name: string) =>
        page.getByRole('row', { name }).getByRole('cell').allTextContents();
      expect(await cells('Phonies')).toEqual(['1 (0 unchallenged)', '0']);
      expect(await cells('Challenges lost')).toEqual(['0', '1']);
      expect(await cells('Best moves')).toEqual(['1 / 1', '0 / 1']);
      await browser.inspect('review-doubts');
    },
  );

  desktopTest('the graph follows the chosen player, and the end explains the result', async () => {
    await start('quick', RESIGNED);
    const { page } = browser;
    const whose = page.getByRole('combobox', { name: 'Point of view' });
    await page.getByText('Ann’s lead').waitFor();
    await whose.selectOption('club');
    await page.getByText('club’s lead').waitFor();
    await page.getByRole('img', { name: 'Club’s lead' }).waitFor();
    await turn(5).getByText('Ann won. Resigned: club.').waitFor();
    await turn(5).click();
    await page.getByRole('heading', { name: 'End' }).waitFor();
    await browser.inspect('review-end');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ru');
    await turn(5).getByText('Победа: Ann. Сдались: club.').waitFor();
  });

  /** A review that takes a while is under way. */
  async function begunClosely(): Promise<void> {
    const { page } = browser;
    await browser.open('/review');
    await page.getByRole('textbox', { name: 'GCG' }).fill(GAME);
    await page.getByRole('button', { name: 'Review game' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('combobox', { name: 'Depth' }).selectOption('close');
    await page.getByRole('button', { name: /Continue|Review game/ }).click();
  }

  desktopTest('a stopped review shows its progress, even when shared', async () => {
    const { page } = browser;
    await begunClosely();
    await page.getByText(/^[123] of 4 turns$/).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    const unfinished = /^\d of 4 turns reviewed\./;
    await page.getByText(unfinished).waitFor();
    // The way on stands above the turn.
    const top = async (place: ReturnType<typeof turn>) => (await place.boundingBox())!.y;
    const goOn = page.getByRole('button', { name: 'Continue' });
    expect(await top(goOn)).toBeLessThan(
      await top(page.getByRole('heading', { name: 'Ann: 8D RETAINS' })),
    );
    await browser.inspect('review-unfinished');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const other = await browser.somebodyElse();
    await other.goto(await page.getByRole('textbox', { name: 'Link for others' }).inputValue());
    await other.getByText(unfinished).waitFor();
  });

  desktopTest('a review that was left continues by itself', async () => {
    const { page } = browser;
    await begunClosely();
    await page
      .getByText(/Reviewing turn [123]|^[123] of 4 turns$/)
      .first()
      .waitFor();
    await browser.open('/review');
    await page.getByRole('button', { name: /^Ann – Bob/ }).click();
    await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 60_000 });
  });

  test.runIf(browser.size === 'phone')('the summary of four players fits a phone', async () => {
    await start(undefined, FOUR);
    const sum = browser.page.getByRole('group', { name: 'Summary' });
    expect(await sum.getByRole('columnheader').allTextContents()).toHaveLength(4);
    expect(await sum.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await browser.inspect('review-four');
  });

  desktopTest('analysing a position leads back to its turn', async () => {
    await start('quick');
    const { page } = browser;
    await turn(3).click();
    await page.getByRole('heading', { name: 'Ann: D4 LOWE(R)' }).waitFor();
    await page.getByRole('button', { name: 'Analyse position' }).click();
    await page.getByRole('textbox', { name: 'Rack' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Ann: D4 LOWE(R)' }).waitFor();
    await page.getByRole('heading', { name: 'Summary' }).waitFor();
  });

  test('the board stays in sight while turns are read', async () => {
    await start('quick');
    const { page } = browser;
    await turn(4).scrollIntoViewIfNeeded();
    await turn(4).click();
    await page.getByRole('heading', { name: 'Bob: exchange UUV' }).waitFor();
    const inSight = async (place: ReturnType<typeof turn>) => {
      const { y, height } = (await place.boundingBox())!;
      return y >= 0 && y + height <= page.viewportSize()!.height;
    };
    await expect.poll(() => inSight(page.getByRole('grid'))).toBe(true);
    await expect
      .poll(() => inSight(page.getByRole('heading', { name: 'Bob: exchange UUV' })))
      .toBe(true);
  });

  desktopTest('a shared review can be withdrawn', async () => {
    await start('quick');
    const { page } = browser;
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const link = await page.getByRole('textbox', { name: 'Link for others' }).inputValue();
    const other = await browser.somebodyElse();
    await other.goto(link);
    await other.getByRole('heading', { name: 'Summary' }).waitFor();
    expect(await other.getByRole('button', { name: 'Review again' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await page.getByText('No longer shared.').waitFor();
    await other.goto(link);
    await other.getByRole('alert').waitFor();
  });
});
