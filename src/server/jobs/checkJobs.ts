import { Cron } from 'croner';
import { sendMail, type AnyJob, type ServerPlugin } from '#plugin';

const names = /^[a-z][a-z0-9-]{0,39}$/;

/** Throws an Error that says what to write instead when a job cannot be run as it is declared. */
export function checkJobs({ name: plugin, jobs: listed = [] }: ServerPlugin): void {
  // The server's own is what it is.
  const jobs = listed.filter((each) => each !== sendMail);
  if (jobs.length > 0 && !/^[\w.-]{1,60}$/.test(plugin))
    throw new Error(`A plugin with jobs needs a name of letters, digits, "-", "_" and ".", not "${plugin}".`);
  const known = new Set<string>();
  for (const job of jobs) {
    const { name } = job;
    if (typeof name !== 'string' || !names.test(name))
      throw new Error(
        `jobs: the name "${name}" must begin with a small letter and have small letters, digits and "-" only, such as "send-mail".`,
      );
    if (known.has(name)) throw new Error(`jobs: there are two of the name "${name}"; give one of them another.`);
    known.add(name);
    checkJob(job);
  }
}

function checkJob({ name, run, retries, backoff, timeLimit, concurrency, schedule }: AnyJob): void {
  const where = `job "${name}"`;
  if (typeof run !== 'function')
    throw new Error(`${where}: run must be a function: run: async ({ data, signal }) => { … }.`);
  checkWhole(where, { retries }, 0, 20);
  checkWhole(where, { backoff }, 0, 3600);
  checkWhole(where, { timeLimit }, 1, 86_400);
  checkWhole(where, { concurrency }, 1, 100);
  if (schedule !== undefined) checkSchedule(where, schedule);
}

function checkWhole(where: string, option: Readonly<Record<string, unknown>>, least: number, most: number): void {
  const [[name, value]] = Object.entries(option) as [[string, unknown]];
  if (value === undefined || (Number.isInteger(value) && Number(value) >= least && Number(value) <= most)) return;
  throw new Error(`${where}: ${name} must be a whole number from ${least} to ${most}, not ${JSON.stringify(value)}.`);
}

function checkSchedule(where: string, schedule: unknown): void {
  const wrong = (why: string): Error =>
    new Error(
      `${where}: schedule must be a cron expression such as '0 3 * * *', not ${JSON.stringify(schedule)}: ${why}`,
    );
  if (typeof schedule !== 'string') throw wrong('it is no text.');
  // croner takes dates too, which come once only.
  if (schedule.trim().split(/\s+/).length < 5 && !schedule.startsWith('@')) throw wrong('it has five or six parts.');
  try {
    new Cron(schedule, { paused: true });
  } catch (error) {
    throw wrong((error as Error).message);
  }
}
