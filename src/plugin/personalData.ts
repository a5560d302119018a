import type { RealmName } from '#resource';

/** Whose data: a caller is one. */
export interface PersonalAccount {
  readonly realm: RealmName;
  readonly id: number;
}

export interface ErasedData {
  /** Rows by table: how many were deleted, made anonymous, or kept as their table says. */
  readonly tables: Readonly<
    Record<string, { readonly deleted: number; readonly changed: number; readonly kept: number }>
  >;
  /** Tables that do not say whose their rows are (`personal`): what stands there is as it was. */
  readonly undeclared: readonly string[];
}

export interface PersonalDataHost {
  /**
   * JSON of all that the tables with `personal` hold of an account, in pieces: `{ account, tables: { order: [ … ] }, notices }`.
   * Secrets are not in it; what is in the trash, and what the person has been told, is.
   */
  export(account: PersonalAccount): AsyncIterable<string>;
  /**
   * Does what each table with `personal` says, all of it in one transaction, and enters it in the security log. What history told of
   * these rows goes too. Refused where other rows need one that is to go. Keep the person out before, in a transaction of its own:
   * what they write meanwhile may stay.
   */
  erase(account: PersonalAccount): Promise<ErasedData>;
}
