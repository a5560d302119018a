import type { Page } from 'playwright-core';

/** Milliseconds of a task of the page: by the clock, in which other programs have their share, and of the processor. */
export interface LongTask {
  readonly lasted: number;
  readonly worked: number;
}
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Notes what keeps the main thread of the page for more than 50 ms, until it is asked for. */
export async function watchTasks(page: Page): Promise<() => Promise<LongTask[]>> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[])
      if (event.name === 'thread_name' || (event.dur ?? 0) > 50_000) events.push(event);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
  });
  return async () => {
    const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    const place = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
    const main = new Set(events.filter(({ args }) => args.name === 'CrRendererMain').map(place));
    const tasks = events.filter((event) => event.name.endsWith('RunTask') && main.has(place(event)));
    return tasks.map(({ dur = 0, tdur = 0 }) => ({ lasted: Math.round(dur / 1000), worked: Math.round(tdur / 1000) }));
  };
}
