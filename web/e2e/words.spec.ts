import { expect, test } from 'vitest';
import { inBothSizes } from './browser';

inBothSizes((browser) => {
  test('words are checked while typing', async () => {
    await browser.open('/words');
    await browser.page.getByLabel('Word list').selectOption('little');
    await browser.page.getByLabel('Words to check').pressSequentially('qi tea foo');
    const answers = browser.page.getByRole('region', { name: 'Check' }).getByRole('listitem');
    await expect
      .poll(() => answers.allInnerTexts().then((texts) => texts.map((text) => text.replace(/\s+/g, ' '))))
      .toEqual(['✓ QI valid, rare (rarity 80)', '✓ TEA valid, everyday (rarity 20)', '✗ FOO not a word']);
    expect(await browser.page.getByRole('status').textContent()).toBe('QI: valid, TEA: valid, FOO: not a word');
    await browser.inspect('words-check');
  });

  test('anagrams come with shorter words, longest first', async () => {
    await browser.open('/words?tool=anagrams&q=tea%3F&lexicon=little&shorter=true');
    await browser.page.getByText('7 words', { exact: true }).first().waitFor();
    expect(await browser.page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      '4 letters',
      '3 letters',
      '2 letters',
    ]);
    await browser.inspect('words-anagrams');
    await browser.page.getByLabel('Shorter words too').uncheck();
    await browser.page.getByText('2 words', { exact: true }).first().waitFor();
    expect(new URL(browser.page.url()).search).not.toContain('shorter');
  });

  test('patterns use the tiles of a game', async () => {
    await browser.open('/words');
    await browser.page.getByLabel('Word list').selectOption('poco');
    await browser.page.getByLabel('Tiles of').selectOption('spanish');
    await browser.page.getByText('Patterns', { exact: true }).click();
    await browser.page.getByLabel('Pattern', { exact: true }).fill('[CH]??');
    await browser.page.getByText('1 word', { exact: true }).first().waitFor();
    expect(await browser.page.getByText('CHAL').count()).toBe(1);
    await browser.inspect('words-patterns');
  });

  test('what cannot be asked is explained', async () => {
    await browser.open('/words?tool=hooks&q=tea&lexicon=little');
    await browser.page.getByText('TEA is a word.').first().waitFor();
    await browser.inspect('words-hooks');
    await browser.page.getByText('Patterns', { exact: true }).click();
    await browser.page.getByLabel('Pattern', { exact: true }).fill('[ab');
    expect(await browser.page.getByRole('alert').textContent()).toContain('is not closed');
    await browser.inspect('words-error');
  });
});
