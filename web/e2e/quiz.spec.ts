import { test } from 'vitest';
import { onDesktop } from './browser';

onDesktop((browser) => {
  test('a quiz judges answers, schedules words and keeps its deck', async () => {
    await browser.open('/quiz');
    const { page } = browser;
    await page.getByRole('combobox', { name: 'Word list' }).selectOption('little');
    await page.getByRole('heading', { name: 'No words to learn yet.' }).waitFor();
    await page.getByRole('button', { name: 'all words of 2 letters' }).click();
    await page
      .getByText('3 questions added. Words with the same letters are one question.')
      .waitFor();
    // They come in no order.
    const asked = await page.locator('.tiles').getAttribute('aria-label');
    const words: Record<string, string> = { AT: 'at', IQ: 'qi', AZ: 'za' };
    const answer = page.getByRole('textbox', {
      name: /^(Words, separated by spaces|The word)$/,
    });
    await answer.fill(words[asked!]!);
    await answer.press('Enter');
    await page.getByText('Correct.').waitFor();
    await browser.inspect('quiz');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'I don’t know' }).click();
    await page.getByText('Here’s the answer.').waitFor();
    await page.getByText('missed').waitFor();
    await browser.open('/quiz');
    await page.getByRole('combobox', { name: 'Word list' }).selectOption('little');
    await page.getByText('3 questions, due: 1').waitFor();
    // What cannot be undone is asked about.
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Delete all words' }).click();
    await dialog.getByText('Delete 3 questions').waitFor();
    await browser.inspect('quiz-forget');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('3 questions, due: 1').waitFor();
    await page.getByRole('button', { name: 'Delete all words' }).click();
    await dialog.getByRole('button', { name: 'Delete all words' }).click();
    await page.getByRole('heading', { name: 'No words to learn yet.' }).waitFor();
  });
});
