import { describe, expect, it } from 'vitest';
import { definePlugin, type AnyJob } from '#plugin';
import { checkJobs } from '../../src/server/jobs/checkJobs.ts';

const check = (job: object): void =>
  checkJobs(definePlugin({ name: 'post', jobs: [{ name: 'send', run: () => {}, ...job } as AnyJob] }));

describe('a job', () => {
  it.each([
    {},
    { retries: 0, backoff: 0, timeLimit: 86_400, concurrency: 100 },
    { schedule: '0 3 * * *' },
    { schedule: '*/10 * * * * *' },
    { schedule: '@daily' },
  ])('may be declared with %j', (job) => {
    expect(() => check(job)).not.toThrow();
  });

  it.each([
    [{ name: 'Send' }, 'the name "Send" must begin with a small letter'],
    [{ name: undefined }, 'the name "undefined" must begin'],
    [{ run: 'x' }, 'job "send": run must be a function'],
    [{ retries: -1 }, 'job "send": retries must be a whole number from 0 to 20, not -1.'],
    [{ retries: 1.5 }, 'retries must be a whole number'],
    [{ backoff: 4000 }, 'backoff must be a whole number from 0 to 3600'],
    [{ timeLimit: 0 }, 'timeLimit must be a whole number from 1 to 86400'],
    [{ concurrency: '2' }, 'concurrency must be a whole number from 1 to 100, not "2".'],
    [
      { schedule: '61 * * * *' },
      'job "send": schedule must be a cron expression such as \'0 3 * * *\', not "61 * * * *"',
    ],
    [{ schedule: '2027-01-01T00:00:00' }, 'schedule must be a cron expression'],
    [{ schedule: 5 }, 'schedule must be a cron expression'],
  ])('declared with %j is refused with what to write instead', (job, why) => {
    expect(() => check(job)).toThrow(why);
  });

  it('has a name of its own, in a plugin whose name can be part of it', () => {
    const job = { name: 'send', run: () => {} };
    expect(() => checkJobs(definePlugin({ name: 'post', jobs: [job, job] }))).toThrow('two of the name "send"');
    expect(() => checkJobs(definePlugin({ name: '邮局', jobs: [job] }))).toThrow('needs a name of letters');
  });
});
