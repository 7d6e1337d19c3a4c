/** The browser for the tests of a file, and the checks every page must pass. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { THEMES } from '../src/theme/theme';
import type { Station } from './setup';

/** The two sizes every page must work in. */
export const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false },
  phone: {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
  },
} as const;
export type Size = keyof typeof SIZES;

/** The server and browser of this worker. */
export function station(): Station {
  const stations = inject('stations');
  return stations[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % stations.length]!;
}

/** Waiting longer than this is a failure. Generous, since other programs may need the processor. */
const TIMEOUT_MS = 25_000;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PICTURES = process.env.PICTURES;

/** The browser also logs requests that tests let fail on purpose. */
const EXPECTED = /status of 400|ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/;
/** Other players may ask for what is taken or withdrawn, and tests may block their requests. */
const REFUSED = /status of (401|403|404|409) .*\/api\/|net::ERR_FAILED/;
/** The connection of a player behind a proxy may be cut. */
const CUT = /net::ERR_|^WebSocket connection to /;

/** Collects the browser’s complaints, except those expected. */
function listen(page: Page, complaints: string[], ...expected: RegExp[]): void {
  page.on('console', (message) => {
    const text = `${message.text()} ${message.location().url}`;
    // Svelte’s warnings are about mistakes nobody sees.
    const isComplaint = message.type() === 'error' || text.includes('https://svelte.dev/e/');
    if (isComplaint && ![EXPECTED, ...expected].some((it) => it.test(text))) complaints.push(text);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
}

export interface Session {
  readonly page: Page;
  readonly size: Size;
  /** A test that would show nothing new on a phone. Its inspections check the phone’s width. */
  desktopTest(name: string, run: () => Promise<void>, timeout?: number): void;
  /** Another player’s page, at the server or at a proxy to it. Closed after the test. */
  somebodyElse(address?: string): Promise<Page>;
  /** Goes to a page of the app and waits until it is drawn. */
  open(path: string): Promise<void>;
  /**
   * Nothing scrolls sideways, and axe finds nothing. With `PICTURES` set to a folder, takes a
   * picture there.
   */
  inspect(name: string): Promise<void>;
  /** The same in every theme. Themes differ in colours only, so a phone shows nothing new. */
  inspectThemes(name: string): Promise<void>;
}

/** The rules of axe about colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe finds on a page, by some rules or by all. */
async function violations(page: Page, rules?: string[]) {
  // Not as a script tag, which the server’s policy forbids.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      at: nodes.map(({ target }) => String(target)).slice(0, 3),
    }));
  }, rules);
}

/** How far the page is wider than the window. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Runs the same tests in both sizes: for pages whose layout or touch handling is at stake. */
export const inBothSizes = (tests: (session: Session) => void): void =>
  inSizes(['desktop', 'phone'], tests);

/** Runs tests on a desktop only; inspections check the phone’s width, too. */
export const onDesktop = (tests: (session: Session) => void): void => inSizes(['desktop'], tests);

/** Every test has a fresh page. A complaint of the browser fails the test. */
function inSizes(sizes: readonly Size[], tests: (session: Session) => void): void {
  describe.each(sizes)('%s', (size) => {
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    let complaints: string[];
    let others: BrowserContext[] = [];
    /** The test runs in this size only. */
    let isOnlySize = sizes.length === 1;
    const settings = { locale: 'en-GB', ...SIZES[size] };

    beforeAll(async () => {
      browser = await chromium.connect(station().browser);
      const baseURL = station().address;
      context = await browser.newContext({ baseURL, ...settings });
      // While a page is open, the process of this site is used for the next ones.
      await (await context.newPage()).goto('/favicon.svg');
    });

    afterAll(async () => {
      await context?.close();
      await browser?.close();
    });

    beforeEach(async () => {
      complaints = [];
      page = await context.newPage();
      page.setDefaultTimeout(TIMEOUT_MS);
      listen(page, complaints);
    });

    afterEach(async () => {
      await page.evaluate(() => localStorage.clear()).catch(() => undefined);
      await page.close();
      await Promise.all(others.map((other) => other.close()));
      others = [];
      expect(complaints).toEqual([]);
    });

    async function picture(name: string, of: Size = size) {
      if (!PICTURES) return;
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: join(PICTURES, `${name}-${of}.png`), fullPage: true });
    }

    /** As wide as a phone, for a moment. */
    async function inspectNarrow(name: string) {
      const at = await page.evaluate(() => scrollY);
      await page.setViewportSize(SIZES.phone.viewport);
      await picture(name, 'phone');
      expect(await sideways(page), 'wider than a phone').toBeLessThanOrEqual(0);
      await page.setViewportSize(SIZES[size].viewport);
      await page.evaluate((at) => scrollTo(0, at), at);
    }

    tests({
      get page() {
        return page;
      },
      size,
      desktopTest(name, run, timeout) {
        test.runIf(size === 'desktop')(
          name,
          async () => {
            isOnlySize = true;
            await run();
            isOnlySize = sizes.length === 1;
          },
          timeout,
        );
      },
      async somebodyElse(address) {
        const baseURL = address ?? station().address;
        const other = await browser.newContext({ baseURL, ...settings });
        others.push(other);
        const theirs = await other.newPage();
        theirs.setDefaultTimeout(TIMEOUT_MS);
        listen(theirs, complaints, REFUSED, ...(address === undefined ? [] : [CUT]));
        return theirs;
      },
      async open(path) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByText('Loading…').waitFor({ state: 'hidden' });
      },
      async inspect(name) {
        await picture(name);
        expect(await sideways(page), 'wider than the window').toBeLessThanOrEqual(0);
        expect(await violations(page)).toEqual([]);
        if (isOnlySize) await inspectNarrow(name);
      },
      async inspectThemes(name) {
        await this.inspect(name);
        if (size === 'phone') return;
        const root = page.locator('html');
        const before = await root.getAttribute('data-theme');
        for (const theme of THEMES.filter((it) => it !== 'auto' && it !== before)) {
          await root.evaluate((root, theme) => (root.dataset.theme = theme), theme);
          await picture(`theme-${theme}-${name}`);
          expect(await violations(page, COLOUR_RULES), theme).toEqual([]);
        }
        await root.evaluate((root, theme) => (root.dataset.theme = theme), before!);
      },
    });
  });
}
