import { createContext } from 'react';
import type { RelationManifest } from '#resource';

/**
 * Opens the form of a new row of the related table, over the one that is being filled in, with what was looked for as its
 * name; tells its id once it is saved.
 */
export type CreateRelated = (relation: RelationManifest, onMade: (id: number) => void, named?: string) => void;

/** What a choice of related rows offers for words that name none of them. */
export interface OfferedRow {
  /** What a row of that table is called. */
  readonly label: string;
  readonly make: (named: string) => void;
}
export const OfferedRowContext = createContext<OfferedRow | undefined>(undefined);

/** There within forms that can open another one over themselves. */
export const CreateContext = createContext<CreateRelated | undefined>(undefined);
