import type { ServerPlugin, ServiceName, Services } from '#plugin';
import { pluginOwner } from './owner.ts';

/** The services that plugins have made for each other. */
export class ServiceRegistry {
  readonly #made = new Map<string, unknown>();

  provide(name: string, service: unknown): void {
    this.#made.set(name, service);
  }

  /** A plugin that has not started does others no service, not even one that it had made by then. */
  withdraw(names: readonly string[]): void {
    for (const name of names) this.#made.delete(name);
  }

  /** Throws when there is none of this name; for a plugin, also when that does not say that it needs it. */
  use<N extends ServiceName>(name: N, plugin?: ServerPlugin): Services[N] {
    if (plugin && !plugin.uses?.includes(name))
      throw new Error(
        `${pluginOwner(plugin.name)} uses the service "${name as string}": write uses: ['${name as string}'].`,
      );
    if (!this.#made.has(name))
      throw new Error(`The service "${name as string}" is not there, since the plugin that provides it has failed.`);
    return this.#made.get(name) as Services[N];
  }

  /** Undefined when there is none of this name. */
  useIfThere(name: string, plugin?: ServerPlugin): unknown {
    if (plugin && !plugin.mayUse?.includes(name))
      throw new Error(`${pluginOwner(plugin.name)} may use the service "${name}": write mayUse: ['${name}'].`);
    return this.#made.get(name);
  }
}
