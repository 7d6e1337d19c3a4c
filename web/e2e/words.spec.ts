import { expect, test } from 'vitest';
import { inBothSizes } from './browser';

inBothSizes((browser) => {
  const { desktopTest } = browser;
  /** They are folded away, so that the answer is in sight. */
  const openLists = () => browser.page.locator('summary').click();

  test('words are checked while typing', async () => {
    await browser.open('/words');
    await openLists();
    await browser.page.getByLabel('Word list').selectOption('little');
    await browser.page
      .getByLabel('Words to check')
      .pressSequentially('za ate foo antidisestablishmentarianism');
    const answers = browser.page.locator('.checked > li');
    await expect
      .poll(() =>
        answers.allInnerTexts().then((texts) => texts.map((text) => text.replace(/\s+/g, ' '))),
      )
      .toEqual([
        '✓ ZA valid, uncommon (rarity 70)',
        '✓ ATE valid, everyday (rarity 10) form of EAT verb take in solid food verb eat a meal; take a meal',
        '✗ FOO not a word',
        '✗ ANTIDISESTABLISHMENTARIANISM too long for the board (15 squares)',
      ]);
    expect(await browser.page.locator('.unseen[role=status]').textContent()).toMatch(
      /^ZA: valid, ATE: valid, FOO: not a word, ANTI\w+: too long for the board/,
    );
    const { y, height } = (await answers.first().boundingBox())!;
    expect(y + height, 'the answer is in sight').toBeLessThan(browser.page.viewportSize()!.height);
    await browser.inspect('words-check');
  });

  desktopTest('anagrams come with shorter words, longest first', async () => {
    await browser.open('/words?tool=anagrams&q=tea%3F&lexicon=little&shorter=true');
    await browser.page.getByText('7 words', { exact: true }).first().waitFor();
    expect(await browser.page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      '4 letters',
      '3 letters',
      '2 letters',
    ]);
    await browser.inspect('words-anagrams');
    await browser.page.getByLabel('Include shorter words').uncheck();
    await browser.page.getByText('2 words', { exact: true }).first().waitFor();
    expect(new URL(browser.page.url()).search).not.toContain('shorter');
  });

  desktopTest('patterns use the tiles of a game', async () => {
    await browser.open('/words');
    await openLists();
    await browser.page.getByLabel('Word list').selectOption('poco');
    await browser.page.getByLabel('Tiles of').selectOption('spanish');
    await browser.page.getByText('Patterns', { exact: true }).click();
    await browser.page.getByLabel('Pattern', { exact: true }).fill('[CH]??');
    await browser.page.getByText('1 word', { exact: true }).first().waitFor();
    expect(await browser.page.getByText('CHAL').count()).toBe(1);
    await browser.inspect('words-patterns');
  });

  desktopTest(
    'words are listed by length and letters, and every tool keeps its own text',
    async () => {
      const { page } = browser;
      await browser.open('/words?lexicon=little&tool=list');
      await page.getByText('3 words', { exact: true }).first().waitFor();
      await page.getByLabel('With these letters').fill('a');
      await page.getByText('2 words', { exact: true }).first().waitFor();
      await browser.inspect('words-list');
      const refused: string[] = [];
      page.on('response', (response) => response.status() >= 400 && refused.push(response.url()));
      await page.getByText('Patterns', { exact: true }).click();
      await page.getByLabel('Pattern', { exact: true }).fill('?ea*');
      await page.getByText('TEAM', { exact: true }).waitFor();
      await page.getByText('Extensions', { exact: true }).click();
      expect(await page.getByLabel('Word', { exact: true }).inputValue()).toBe('');
      await page.getByLabel('Word', { exact: true }).fill('at');
      await page.getByText('MEAT', { exact: true }).waitFor();
      await page.getByText('Patterns', { exact: true }).click();
      expect(await page.getByLabel('Pattern', { exact: true }).inputValue()).toBe('?ea*');
      expect(refused).toEqual([]);
    },
  );

  desktopTest('invalid questions are explained in the page’s language', async () => {
    await browser.open('/words?tool=anagrams&q=a1&lexicon=little');
    await browser.page.getByLabel('Language', { exact: true }).selectOption('ru');
    const alert = browser.page.getByRole('alert');
    await expect
      .poll(() => alert.textContent())
      .toContain('«a1» нельзя составить: неизвестная буква «1» (позиция 2).');
    expect(await alert.textContent()).not.toMatch(/[b-z]{2}/i);
  });

  desktopTest('invalid questions are explained', async () => {
    await browser.open('/words?tool=hooks&q=tea&lexicon=little');
    await browser.page.getByText('TEA is a word.').first().waitFor();
    await browser.inspect('words-hooks');
    await browser.page.getByText('Patterns', { exact: true }).click();
    await browser.page.getByLabel('Pattern', { exact: true }).fill('[ab');
    expect(await browser.page.getByRole('alert').textContent()).toContain('isn’t closed');
    await browser.inspect('words-error');
  });

  desktopTest('a found word shows its definition when opened', async () => {
    await browser.open('/words?tool=anagrams&q=tea&lexicon=little');
    const eat = browser.page.getByRole('button', { name: 'EAT' });
    await eat.click();
    await browser.page.getByText('take in solid food', { exact: true }).waitFor();
    expect(await eat.getAttribute('aria-expanded')).toBe('true');
    await browser.inspect('words-opened');
    await eat.click();
    await browser.page
      .getByText('take in solid food', { exact: true })
      .waitFor({ state: 'hidden' });
  });

  desktopTest('slurs can be hidden, and the choice is remembered', async () => {
    await browser.open('/words?q=kraut&lexicon=english&ruleset=english');
    const answers = browser.page.getByRole('region', { name: 'Check' }).getByRole('listitem');
    const answer = () => answers.first().innerText();
    await expect.poll(answer).toContain('valid');
    await openLists();
    await browser.page.getByLabel('Hide slurs').check();
    await expect.poll(answer).toContain('hidden as a slur');
    await browser.page.reload();
    await expect.poll(answer).toContain('hidden as a slur');
    await openLists();
    expect(await browser.page.getByLabel('Hide slurs').isChecked()).toBe(true);
    await browser.page.getByLabel('Word list').selectOption('little'); // it marks no slurs
    expect(await browser.page.getByLabel('Hide slurs').count()).toBe(0);
  });
});
