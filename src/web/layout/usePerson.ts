import { useGetIdentity } from '@refinedev/core';

/** Who is signed in to an area. */
export interface Person {
  readonly id: number;
  readonly username: string;
  readonly nickname?: string;
  readonly avatar?: string;
  readonly super?: boolean;
}

/** Who is signed in to the realm of the page. */
export const usePerson = (): Person | undefined => useGetIdentity<Person>().data;
