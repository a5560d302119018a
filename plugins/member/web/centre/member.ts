import { useGetIdentity } from '@refinedev/core';

/** Who is signed in, as the server tells at the start (specification §3). */
export interface Member {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  readonly avatar: string;
  readonly email: string;
  readonly mobile: string;
  /** With two decimals. */
  readonly money: string;
  readonly score: number;
  readonly motto: string;
  /** Empty for the site's. */
  readonly time_zone: string;
}

export const useMember = (): Member | undefined => useGetIdentity<Member>().data;
