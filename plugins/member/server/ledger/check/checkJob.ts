import { job, type Job, type JobRun, type PluginHost } from '#plugin';
import { checkEntries, checkFigures, shownUnits, type Difference } from './checkLedger.ts';

/** Batches of members who have booked nothing, each time; all of them come round. */
const batches = 4;

/**
 * Every hour: what has been booked since the last time, the figures of those who have, and of the next two thousand members.
 * What does not agree is reported.
 */
export const checkJob: Job<undefined> = job({
  name: 'check-ledger',
  schedule: '23 * * * *',
  timeLimit: 3600,
  async run({ host, signal }: JobRun<undefined>) {
    for (const currency of ['money', 'score'] as const)
      for (;;) {
        signal.throwIfAborted();
        const { last, users, wrong } = await checkEntries(host, currency, await positionOf(host, currency));
        if (users.length === 0) break;
        for (const each of wrong) await report(host, each);
        await settle(host, await checkFigures(host, { users }));
        await remember(host, currency, last);
      }
    for (let done = 0; done < batches; done += 1) {
      signal.throwIfAborted();
      const found = await checkFigures(host, { after: await positionOf(host, 'figures') });
      await settle(host, found);
      // Behind the last member it begins anew, with the next run.
      await remember(host, 'figures', found.seen.at(-1) ?? 0);
      if (found.seen.length === 0) break;
    }
  },
});

async function settle(host: PluginHost, { seen, wrong }: Awaited<ReturnType<typeof checkFigures>>): Promise<void> {
  for (const each of wrong) await report(host, each);
  await resolve(host, seen, wrong);
}

async function positionOf(host: PluginHost, name: string): Promise<number> {
  const [known] = await host.rows('ledger_position', host.system).list({ name });
  return known?.at ?? 0;
}

async function remember(host: PluginHost, name: string, at: number): Promise<void> {
  const rows = host.rows('ledger_position', host.system);
  const [known] = await rows.list({ name });
  if (known) await rows.edit(known.id, { at });
  else await rows.add({ name, at });
}

const keyOf = ({ user, currency, kind, entry = 0 }: Omit<Difference, 'expected' | 'actual'>): string =>
  `${user} ${currency} ${kind} ${entry}`;

/** Once for each, as long as it has not agreed again. */
async function report(host: PluginHost, difference: Difference): Promise<void> {
  const { user, currency, kind, entry = 0 } = difference;
  const rows = host.rows('ledger_finding', host.system);
  const key = keyOf(difference);
  const [expected, actual] = [shownUnits(currency, difference.expected), shownUnits(currency, difference.actual)];
  const [known] = await rows.list({ key });
  if (known?.resolved === 0 && known.actual === actual) return;
  const values = { expected, actual, resolved: 0 } as const;
  if (known) await rows.edit(known.id, values);
  else await rows.add({ user_id: user, currency, kind, entry_id: entry, key, ...values });
  host.log(`the books of member ${user} do not agree: ${kind}, ${currency} should be ${expected} and is ${actual}`);
  host.securityLog({
    caller: host.system,
    outcome: 'failed',
    target: `books of member ${user}`,
    title: { 'zh-cn': `账目不一致：会员 #${user}`, en: `Books don't agree: member #${user}` },
    detail: { kind, currency, expected, actual, entry },
  });
}

async function resolve(host: PluginHost, seen: readonly number[], wrong: readonly Difference[]): Promise<void> {
  if (seen.length === 0) return;
  const still = new Set(wrong.map(keyOf));
  const rows = host.rows('ledger_finding', host.system);
  const open = await rows.list({ resolved: 0, kind: { ne: 'entry' }, user_id: { in: [...seen] } });
  for (const { id, key } of open) if (!still.has(key)) await rows.edit(id, { resolved: 1 });
}
