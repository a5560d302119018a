import type { PluginHost, RateLimiter, Sessions } from '#plugin';

/** What the parts of the plugin share. Each application has its own. */
export interface MemberParts {
  /** Of the plugin; there from its start on. */
  readonly host: PluginHost;
  /** Sessions of members. */
  readonly sessions: Sessions;
  /** A limiter of the plugin's: so many in so many milliseconds. */
  limiter(key: string, max: number, timeWindow: number): RateLimiter;
}

/** `begin` is called when the plugin starts. */
export function memberParts(): MemberParts & { begin(host: PluginHost): void } {
  let started: { host: PluginHost; sessions: Sessions } | undefined;
  const now = () => {
    if (!started) throw new Error('The member plugin has not been started.');
    return started;
  };
  return {
    begin(host) {
      started = { host, sessions: host.sessions('member') };
    },
    get host() {
      return now().host;
    },
    get sessions() {
      return now().sessions;
    },
    limiter: (key, max, timeWindow) => now().host.rateLimiter({ key, max, timeWindow }),
  };
}
