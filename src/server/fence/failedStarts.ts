import { Problem } from '#resource';

/** Plugins whose start has failed, and why: what of theirs may rest on it is refused until a start that succeeds. */
export class FailedStarts {
  readonly #reasons = new Map<string, string>();

  note(plugin: string, error: unknown): void {
    this.#reasons.set(plugin, (error instanceof Error ? error.message : String(error)).slice(0, 500));
  }

  /** Why it has not started; undefined where it has. */
  reason(plugin: string): string | undefined {
    return this.#reasons.get(plugin);
  }

  /** Throws when a plugin that another requires has not started. */
  assertRequired(plugin: string): void {
    const reason = this.reason(plugin);
    if (reason !== undefined) throw new Error(`it requires the plugin "${plugin}", which did not start: ${reason}`);
  }

  /** Throws what is answered with status 503 where the plugin has not started. */
  assertStarted(plugin: string): void {
    if (this.#reasons.has(plugin)) throw new Problem('server:notStarted', { plugin }, { status: 503 });
  }
}
