import type { Language } from './label.ts';

/** Kinds of identity. A plugin that brings one adds its name: `declare module '#resource' { interface Realms { member: true } }`. */
export interface Realms {
  admin: true;
}
export type RealmName = keyof Realms;

/** Somebody who is not signed in and comes with the same browser as before. */
export interface Visitor {
  /** 22 letters, digits, `-` and `_`. No secret: it is good for nothing without the signature that the cookie has. */
  readonly id: string;
  /** Made by this request. */
  readonly isNew: boolean;
}

/**
 * What plugins know of callers, by name. A plugin that brings an attribute adds its type:
 * `interface CallerAttributes { project: number }`.
 */
// oxlint-disable-next-line no-empty-interface -- filled by declaration merging
export interface CallerAttributes {}
export type AttributeName = keyof CallerAttributes & string;

/** A super administrator who is signed in as somebody else. */
export interface Actor {
  readonly id: number;
  readonly username: string;
}

/** Who asks, and what holds for them. Made anew for every request. */
export interface Caller {
  readonly realm: RealmName | 'visitor' | 'system';
  /** Row id of the account; 0 for visitors and the system. */
  readonly id: number;
  readonly username: string;
  /** True when one of the caller's active groups owns every right. The system is super too. */
  readonly super: boolean;
  /** Ids of the active groups the caller is in. */
  readonly groups: readonly number[];
  /** Ids of the groups and administrators strictly below the caller, whose rights are all the caller's too. */
  readonly below: { readonly groups: readonly number[]; readonly admins: readonly number[] };
  /** Ids of the permission rules that the caller owns; of no use for a super administrator, who owns all. */
  readonly rules: readonly number[];
  /** Who really asks, where somebody is signed in as this account: its rights are all that they have meanwhile. */
  readonly actor?: Actor;
  /** Of who is not signed in, on routes that know visitors. */
  readonly visitor?: Visitor;
  /** What plugins know of them; null for who has none, as for visitors and the system. */
  readonly attributes: { readonly [N in AttributeName]: CallerAttributes[N] | null };
  readonly language: Language;
  readonly ip: string;
  readonly userAgent: string;
  /** Of the request; errors that people are shown and entries of the security log carry it too. */
  readonly requestId?: string;
  /** Whether the caller owns the permission node, such as `content/article/edit`. Case does not matter. */
  may(node: string): boolean;
}
