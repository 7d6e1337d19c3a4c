/** How long a page holds up its own frames. */
import type { Page } from 'playwright-core';

interface Traced {
  name: string;
  pid: number;
  tid: number;
  /** Processor time of the thread, in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/**
 * The longest task of the pages’ main threads during `work`, in milliseconds of processor time, so
 * that other programs don’t matter. No frame can be drawn during a task.
 */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: Traced[] = [];
  session.on('Tracing.dataCollected', ({ value }) =>
    events.push(...(value as unknown as Traced[])),
  );
  const traceConfig = { includedCategories: ['toplevel', '__metadata'], excludedCategories: ['*'] };
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();

  const thread = ({ pid, tid }: Traced) => `${pid} ${tid}`;
  const named = events.filter(
    ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
  );
  const main = new Set(named.map(thread));
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && main.has(thread(event)));
  const times = tasks.flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000]));
  if (times.length === 0) throw new Error('the browser has not said how long its tasks took');
  return Math.max(...times);
}
