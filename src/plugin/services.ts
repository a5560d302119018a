/** Services by name. A plugin that provides one adds it: `declare module '#plugin' { interface Services { ledger: Ledger } }`. */
// oxlint-disable-next-line no-empty-interface -- filled by declaration merging
export interface Services {}
export type ServiceName = keyof Services & string;

/** What plugins do for each other. */
export interface ServiceHost {
  /** A service of another plugin, which `uses` must name. */
  use<N extends ServiceName>(name: N): Services[N];
  /** A service that `mayUse` names; undefined while no plugin provides it. Whoever asks says which part of it they know. */
  useIfThere(name: string): unknown;
}
