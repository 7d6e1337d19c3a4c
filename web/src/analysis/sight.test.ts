import { afterEach, expect, test, vi } from 'vitest';
import { bring } from './sight';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [true, 'auto'],
  [false, 'smooth'],
])('with reduced motion (%s) the page scrolls at once', (isReduced, behavior) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isReduced && query.includes('reduced-motion'),
  }));
  const scrollIntoView = vi.fn();
  bring({ scrollIntoView } as unknown as HTMLElement);
  expect(scrollIntoView).toHaveBeenCalledWith({ behavior, block: 'nearest' });
});
