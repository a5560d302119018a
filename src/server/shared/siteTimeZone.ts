import { AsyncLocalStorage } from 'node:async_hooks';
import { findTimeZone, timeZoneNamed, type TimeZone } from '#resource';

const running = new AsyncLocalStorage<SiteTimeZone>();
findTimeZone(() => running.getStore()?.zone);

/**
 * The time zone of one application: of all that `run` calls, and whatever begins there, such as timers. Other applications
 * in the process have theirs.
 */
export class SiteTimeZone {
  zone: TimeZone;

  /** Throws when there is no zone of that name. */
  constructor(name: string) {
    this.zone = timeZoneNamed(name);
  }

  set(name: string): void {
    if (name !== this.zone.name) this.zone = timeZoneNamed(name);
  }

  run<T>(job: () => T): T {
    return running.getStore() === this ? job() : running.run(this, job);
  }
}
