/** A Chromium for the tests of a file, and the checks every page must pass. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject } from 'vitest';
import { THEMES } from '../src/theme/theme';

/** The two sizes everything must work in. */
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

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What does not come in this time does not come. */
const PATIENCE_MS = 15_000;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PICTURES = process.env.PICTURES;

/** A refused question is an answer too, and a network may be cut on purpose, also while a service worker is looked for; the browser logs all that. */
const EXPECTED = /status of 400|ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/;
/** Somebody else may ask for what is taken or withdrawn, and a test may hold back what they ask for. */
const REFUSED = /status of (401|403|404|409) .*\/api\/|net::ERR_FAILED/;
/** The way they come may be cut. */
const CUT = /net::ERR_|^WebSocket connection to /;

/** Notes what the browser complains of, but for what is expected. */
function listen(page: Page, complaints: string[], ...expected: RegExp[]): void {
  page.on('console', (message) => {
    const text = `${message.text()} ${message.location().url}`;
    // Svelte warns of what goes wrong unseen, such as a value that is read after its part of the
    // page is gone.
    const isComplaint = message.type() === 'error' || text.includes('https://svelte.dev/e/');
    if (isComplaint && ![EXPECTED, ...expected].some((it) => it.test(text))) complaints.push(text);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
}

interface Session {
  readonly page: Page;
  readonly size: Size;
  /** A page in a browser that knows nothing of this one, and may come another way, which may be cut. It is closed after the test. */
  somebodyElse(address?: string): Promise<Page>;
  /** Goes to a page of the app and waits until it is drawn. */
  open(path: string): Promise<void>;
  /** Nothing scrolls sideways, and axe finds nothing. With `PICTURES` set to a folder, takes a picture there. */
  inspect(name: string): Promise<void>;
  /** The same in every theme. They differ in nothing but colours, so all else is looked at once. */
  inspectThemes(name: string): Promise<void>;
}

/** What axe says of colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds on a page, of some rules or of all. */
async function violations(page: Page, rules?: string[]) {
  await page.evaluate(AXE); // not as a script tag, which the server's policy forbids
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(
      document,
      rules ? { runOnly: { type: 'rule', values: rules } } : {},
    );
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      at: nodes.map(({ target }) => String(target)).slice(0, 3),
    }));
  }, rules);
}

/** Runs the same tests in both sizes. Every test has a fresh page; what the browser complains of fails it. */
export function inBothSizes(tests: (session: Session) => void): void {
  describe.each(Object.keys(SIZES) as Size[])('%s', (size) => {
    let context: BrowserContext;
    let page: Page;
    let complaints: string[];
    let others: Browser[] = [];
    const profile = mkdtempSync(join(tmpdir(), 'tisane-chromium-'));

    beforeAll(async () => {
      const executablePath = process.env.CHROMIUM;
      if (!executablePath) throw new Error('CHROMIUM is not set; run `cargo xtask test browser`');
      context = await chromium.launchPersistentContext(profile, {
        executablePath,
        headless: true,
        args: FLAGS,
        baseURL: inject('address'),
        locale: 'en-GB',
        ...SIZES[size],
      });
    });

    afterAll(async () => {
      await context?.close();
      rmSync(profile, { recursive: true, force: true });
    });

    beforeEach(async () => {
      complaints = [];
      page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      listen(page, complaints);
    });

    afterEach(async () => {
      await page.evaluate(() => localStorage.clear()).catch(() => undefined);
      await page.close();
      await Promise.all(others.map((other) => other.close()));
      others = [];
      expect(complaints).toEqual([]);
    });

    async function picture(name: string) {
      if (!PICTURES) return;
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: join(PICTURES, `${name}-${size}.png`), fullPage: true });
    }

    tests({
      get page() {
        return page;
      },
      size,
      async somebodyElse(address) {
        const other = await chromium.launch({ executablePath: process.env.CHROMIUM!, args: FLAGS });
        others.push(other);
        const baseURL = address ?? inject('address');
        const theirs = await other.newPage({ baseURL, locale: 'en-GB', ...SIZES[size] });
        listen(theirs, complaints, REFUSED, ...(address === undefined ? [] : [CUT]));
        return theirs;
      },
      async open(path) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByText('Loading …').waitFor({ state: 'hidden' });
      },
      async inspect(name) {
        await picture(name);
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(sideways, 'the page is wider than the window').toBeLessThanOrEqual(0);
        expect(await violations(page)).toEqual([]);
      },
      async inspectThemes(name) {
        await this.inspect(name);
        const root = page.locator('html');
        const before = await root.getAttribute('data-theme');
        for (const theme of THEMES.filter((it) => it !== 'auto' && it !== before)) {
          await root.evaluate((root, theme) => (root.dataset.theme = theme), theme);
          await picture(`theme-${theme}-${name}`);
          expect(await violations(page, OF_COLOURS), theme).toEqual([]);
        }
        await root.evaluate((root, theme) => (root.dataset.theme = theme), before!);
      },
    });
  });
}
