import type { ComponentType } from 'react';

type List = ComponentType<{ readonly path: string }>;

const lists = new Map<string, () => Promise<List>>();

/** A page of the product that shows a table's list with something beside its rows. */
export const registerOwnList = (path: string, load: () => Promise<List>): void => void lists.set(path, load);

/** What loads it; undefined where the list stands alone. */
export const ownListAt = (path: string): (() => Promise<List>) | undefined => lists.get(path);
