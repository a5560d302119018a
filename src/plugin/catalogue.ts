import type { Caller, Manifest } from '#resource';

export interface CatalogueHost {
  /**
   * Every table that a caller may do something with, as they may know it and in their language: fields that they may read or
   * write, by which operators each can be filtered, and the actions that they own. What is not in it, the gate refuses.
   */
  catalogue(caller: Caller): readonly Manifest[];
}
