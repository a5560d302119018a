import { createContext } from 'react';
import type { RelationManifest } from '#resource';

/** Opens the form of a new row of the related table, over the one that is being filled in; tells its id once it is saved. */
export type CreateRelated = (relation: RelationManifest, onMade: (id: number) => void) => void;

/** There within forms that can open another one over themselves. */
export const CreateContext = createContext<CreateRelated | undefined>(undefined);
