/** The analysis page, and positions to open there. */
import type { Locator } from 'playwright-core';
import type { Session } from './browser';

export const EXIST = '15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15';
export const SEVEN = `${EXIST} AEINRT?/ 0/0 0`;

export const address = (position: string, ruleset = 'english'): string =>
  `/analysis?${new URLSearchParams({ ruleset, ...(position && { position }) })}`;

interface AnalysisPage {
  at(square: string): Locator;
  firstMove(): Locator;
  open(position?: string, ruleset?: string): Promise<void>;
}

export const analysisPage = (browser: Session): AnalysisPage => ({
  at: (square) => browser.page.locator(`[data-square='${square}']`),
  firstMove: () => browser.page.locator('tbody tr').first(),
  async open(position = '', ruleset = 'english') {
    await browser.open(address(position, ruleset));
    await browser.page.getByRole('grid').waitFor();
  },
});
