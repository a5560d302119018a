import { createHmac, randomBytes } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Caller, RealmName } from '#resource';
import { digest } from '../shared/digest.ts';
import type { Moment } from '../realms/currentRights.ts';
import type { Database, Sql, Write } from '../database/database.ts';
import { serverSecret } from './serverSecret.ts';
import { readFamily, readToken, tokenTable, type StoredToken } from './storedTokens.ts';
import type { EventCaller } from '../security/securityEvent.ts';

/** Seconds: an access token lives a day, a refresh token thirty (protocol §0 and §1.6). */
const lifetimes = { access: 86_400, refresh: 2_592_000 } as const;
/** Any number that no other advisory locks of PostgreSQL of two numbers begin with. */
const familyLock = 7;
/** Seconds in which tabs that refresh side by side get the same tokens, and in which one that comes late is forgiven. */
const grace = 30;

/** Whose session a token belongs to. */
export interface Session {
  readonly realm: RealmName;
  readonly accountId: number;
  /** The account's session number when the token was given; another one now ends the session. */
  readonly number: number;
  readonly family: string;
  /** Unix seconds from which on the token is not good any more. */
  readonly expires: number;
  /** Of a session as somebody else: that of who acts, without which it is over. */
  readonly actorFamily?: string;
}
/** From where a session began. */
type Origin = Pick<Caller, 'ip' | 'userAgent'>;
const nowhere: Origin = { ip: '', userAgent: '' };
/** A session that is about to begin. */
export interface NewSession extends Omit<Session, 'family' | 'expires'> {
  readonly from?: Origin;
}
/** A session that has ended. */
export interface EndedSession {
  readonly accountId: number;
  /** Somebody else was signed in as the account. */
  readonly isActing: boolean;
}
/** A session as somebody else, and whose it is. */
interface ActingSession {
  readonly family: string;
  readonly accountId: number;
  readonly actorId: number;
}
/** A session as its owner sees it. */
export interface LiveSession extends Origin {
  readonly family: string;
  /** Unix seconds: its first token, and its newest. */
  readonly began: number;
  readonly renewed: number;
}
export interface TokenPair {
  readonly token: string;
  /** Empty when the session is not to be kept. */
  readonly refreshToken: string;
}

/** Opaque tokens: given at sign-in, looked up at every request, refreshed in families. */
export class Tokens {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #log: (reason: string, by: EventCaller) => void;
  /** Makes successors that nobody can work out who has only a token. */
  readonly #secret: () => Promise<string>;

  constructor(database: Database, now: () => number, log: (reason: string, by: EventCaller) => void) {
    this.#database = database;
    this.#secret = serverSecret(database, 'tokens');
    this.#now = now;
    this.#log = log;
  }

  /** Begins a session. */
  async issue(session: NewSession, keep: boolean): Promise<TokenPair> {
    const pair = { token: newToken(), refreshToken: keep ? newToken() : '' };
    await this.#database.write(async ({ db, touch }) => {
      await sql`DELETE FROM ${sql.table(tokenTable)} WHERE expire_time < ${this.#now() - lifetimes.refresh}`.execute(
        db,
      );
      await this.#store(db, { ...session, family: newToken() }, pair);
      touch(tokenTable);
    });
    return pair;
  }

  /**
   * Begins a session as somebody else, which ends with that of who acts and has no refresh token. One at a time: those before
   * it are returned. Undefined when that of who acts has ended meanwhile.
   */
  async act(
    session: NewSession & Required<Pick<Session, 'actorFamily'>>,
  ): Promise<{ token: string; ended: readonly EndedSession[] } | undefined> {
    const { actorFamily } = session;
    const token = newToken();
    return this.#database.write(async ({ db, touch }) => {
      await this.#lock(db, [actorFamily]);
      if (!(await readFamily(db, actorFamily))) return undefined;
      const { rows } = await sql<DeletedRow>`
        DELETE FROM ${sql.table(tokenTable)} WHERE actor_family = ${actorFamily} RETURNING ${deleted}`.execute(db);
      await this.#store(db, { ...session, family: newToken() }, { token, refreshToken: '' });
      touch(tokenTable);
      return { token, ended: endedIn(rows) };
    });
  }

  /**
   * Begins, in the running transaction, the one session that an account is left after its number has changed; kept for
   * long if that of `family` was.
   */
  async replace({ db, touch }: Write, family: string, session: NewSession): Promise<TokenPair> {
    const tokens = sql.table(tokenTable);
    const { rows: former } = await sql`
      SELECT 1 FROM ${tokens} WHERE kind = 'refresh' AND family = ${family}`.execute(db);
    const pair = { token: newToken(), refreshToken: former.length > 0 ? newToken() : '' };
    await sql`
      DELETE FROM ${tokens}
      WHERE realm = ${session.realm} AND account_id = ${session.accountId} AND session_number < ${session.number}`.execute(
      db,
    );
    await this.#store(db, { ...session, family: newToken() }, pair);
    touch(tokenTable);
    return pair;
  }

  /** The session of an access token, also of one that has expired; undefined for one that nobody has. */
  async sessionOf(token: string, db: Sql = this.#database.read): Promise<Session | undefined> {
    const stored = await readToken(db, digest(token));
    return stored?.kind === 'access' ? sessionIn(stored) : undefined;
  }

  /** The session that all tokens of this family belong to, until the last of them expires; undefined once it has ended. */
  async sessionOfFamily(family: string, db: Sql = this.#database.read): Promise<Session | undefined> {
    const stored = await readFamily(db, family);
    return stored && sessionIn(stored);
  }

  /**
   * New tokens for a refresh token. It stays good until a successor of it has been used: a client that keeps its first
   * one stays signed in as long as that lives. Used after that it was stolen from one of two people, and the whole family
   * ends. Undefined when it is not good, or the session not alive at the commit.
   */
  async refresh(
    refreshToken: string,
    isAlive: (session: Session, moment?: Moment) => Promise<boolean>,
    by: EventCaller = {},
  ): Promise<(TokenPair & { realm: RealmName }) | undefined> {
    const hash = digest(refreshToken);
    const secret = await this.#secret();
    const known = await readToken(this.#database.read, hash);
    if (known?.kind !== 'refresh' || known.expire_time <= this.#now() || !(await isAlive(sessionIn(known))))
      return undefined;
    // PostgreSQL may run the job again; only what is on the disk in the end is told.
    let stolen: StoredToken | undefined;
    const pair = await this.#database
      .write(async (write) => {
        stolen = undefined;
        await this.#lock(write.db, [known.family]);
        const stored = await readToken(write.db, hash);
        if (!stored) return undefined;
        if (!(await this.#isGood(write, stored))) {
          stolen = stored;
          return undefined;
        }
        const time = await this.#use(write, stored, hash);
        const pair = successorsOf(refreshToken, time, secret);
        const from = { ip: stored.ip, userAgent: stored.useragent };
        if (time !== stored.used_time) await this.#store(write.db, { ...sessionIn(stored), from }, pair);
        const { states } = await write.settle();
        if (!(await isAlive(sessionIn(stored), { states, write }))) throw new SessionOver();
        return { ...pair, realm: stored.realm };
      })
      .catch((error: unknown) => {
        if (error instanceof SessionOver) return undefined;
        throw error;
      });
    if (stolen) this.#tellStolen(stolen, by);
    return pair;
  }

  /** Whether the refresh token may be used; the family of one that may not ends. */
  async #isGood({ db, touch }: Write, { superseded_time: superseded, family }: StoredToken): Promise<boolean> {
    // A clock that was put back gives nobody more time.
    if (superseded === 0 || Math.abs(this.#now() - superseded) <= grace) return true;
    await sql`DELETE FROM ${sql.table(tokenTable)} WHERE family = ${family}`.execute(db);
    touch(tokenTable);
    return false;
  }

  #tellStolen({ realm, account_id: id }: StoredToken, by: EventCaller): void {
    const reason = `A refresh token of ${realm} ${id} was used after its successor; the session has ended.`;
    this.#log(reason, { ...by, realm, id });
  }

  /** Notes the use, from which the successors follow: when it was, or had been for others who come at the same time. */
  async #use({ db, touch }: Write, stored: StoredToken, hash: string): Promise<number> {
    const now = this.#now();
    const isRepeated = stored.superseded_time !== 0 || now - stored.used_time <= grace;
    if (stored.used_time !== 0 && isRepeated) return stored.used_time;
    if (stored.used_time === 0 && stored.superseded_time === 0)
      await sql`UPDATE ${sql.table(tokenTable)} SET superseded_time = ${now}
        WHERE family = ${stored.family} AND kind = 'refresh' AND hash <> ${hash} AND superseded_time = 0`.execute(db);
    await sql`UPDATE ${sql.table(tokenTable)} SET used_time = ${now} WHERE hash = ${hash}`.execute(db);
    touch(tokenTable);
    return now;
  }

  /** The account's own sessions that could go on, the one that was renewed last first. */
  async list({ realm, accountId, number }: Omit<NewSession, 'from'>): Promise<LiveSession[]> {
    const { rows } = await sql<Omit<LiveSession, 'userAgent'> & { useragent: string }>`
      SELECT family, MIN(create_time) AS began, MAX(create_time) AS renewed, MAX(ip) AS ip, MAX(useragent) AS useragent
      FROM ${sql.table(tokenTable)}
      WHERE realm = ${realm} AND account_id = ${accountId} AND session_number = ${number} AND expire_time > ${this.#now()}
        AND actor_family = ''
      GROUP BY family ORDER BY renewed DESC, family`.execute(this.#database.read);
    return rows.map(({ family, began, renewed, ip, useragent }) => ({
      family,
      began: Number(began),
      renewed: Number(renewed),
      ip,
      userAgent: useragent,
    }));
  }

  /** The sessions as somebody else that have not expired, and who acts in them: 0 where that is not known any more. */
  async acting(realm: RealmName): Promise<readonly ActingSession[]> {
    const tokens = sql.table(tokenTable);
    const { rows } = await sql<{ family: string; account_id: number; actor_id: number | null }>`
      SELECT DISTINCT t.family, t.account_id,
        (SELECT MAX(o.account_id) FROM ${tokens} o WHERE o.family = t.actor_family) AS actor_id
      FROM ${tokens} t
      WHERE t.actor_family > '' AND t.realm = ${realm} AND t.expire_time > ${this.#now()}`.execute(this.#database.read);
    return rows.map(({ family, account_id: id, actor_id: actor }) => ({
      family,
      accountId: Number(id),
      actorId: Number(actor ?? 0),
    }));
  }

  /** Ends the sessions of the realm that these tokens belong to, and one more, with all that are acted in through them. */
  async end(realm: RealmName, tokens: readonly string[], family = ''): Promise<readonly EndedSession[]> {
    const hashes = tokens.filter((token) => token !== '').map(digest);
    if (hashes.length === 0 && family === '') return [];
    return this.#end(sql`realm = ${realm} AND (family = ${family} OR hash IN (${sql.join([...hashes, ''])}))`);
  }

  /** Ends all sessions of an account, but for one. Returns whether there were any. */
  async endAll(realm: RealmName, accountId: number, except = ''): Promise<boolean> {
    const ended = await this.#end(sql`realm = ${realm} AND account_id = ${accountId} AND family <> ${except}`);
    return ended.length > 0;
  }

  /** Removes all that is kept of the sessions of an account, in the transaction that forgets it and ends them. */
  async forget(db: Sql, realm: string, accountId: number): Promise<void> {
    const { rows } = await sql<{ family: string }>`
      SELECT DISTINCT family FROM ${sql.table(tokenTable)}
      WHERE realm = ${realm} AND account_id = ${accountId} ORDER BY family`.execute(db);
    await this.#lock(
      db,
      rows.map(({ family }) => family),
    );
    await sql`DELETE FROM ${sql.table(tokenTable)} WHERE realm = ${realm} AND account_id = ${accountId}`.execute(db);
  }

  #end(condition: RawBuilder<unknown>): Promise<readonly EndedSession[]> {
    return this.#database.write(async ({ db, touch }) => {
      const { rows } = await sql<{ family: string }>`
        SELECT DISTINCT family FROM ${sql.table(tokenTable)} WHERE ${condition} ORDER BY family`.execute(db);
      const families = rows.map(({ family }) => family);
      if (families.length === 0) return [];
      await this.#lock(db, families);
      const { rows: gone } = await sql<DeletedRow>`
        DELETE FROM ${sql.table(tokenTable)}
        WHERE family IN (${sql.join(families)}) OR actor_family IN (${sql.join(families)}) RETURNING ${deleted}`.execute(
        db,
      );
      touch(tokenTable);
      return endedIn(gone);
    });
  }

  /** Families end and grow one change after the other: none grows that has just ended. SQLite writes in turn by itself. */
  async #lock(db: Sql, families: readonly string[]): Promise<void> {
    if (this.#database.dialect !== 'postgres') return;
    for (const family of families)
      await sql`SELECT pg_advisory_xact_lock(${familyLock}::int, hashtext(${family}))`.execute(db);
  }

  async #store(
    db: Sql,
    { realm, accountId, number, family, from = nowhere, actorFamily = '' }: NewSession & Pick<Session, 'family'>,
    { token, refreshToken }: TokenPair,
  ): Promise<void> {
    const now = this.#now();
    const rows = [[token, 'access'] as const, [refreshToken, 'refresh'] as const].filter(([value]) => value !== '');
    for (const [value, kind] of rows) {
      await sql`
        INSERT INTO ${sql.table(tokenTable)}
          (hash, kind, realm, account_id, session_number, family, create_time, expire_time, ip, useragent,
            actor_family)
        VALUES (${digest(value)}, ${kind}, ${realm}, ${accountId}, ${number}, ${family}, ${now}, ${now + lifetimes[kind]},
          ${from.ip}, ${from.userAgent}, ${actorFamily})`.execute(db);
    }
  }
}

/** Thrown in the transaction of a session that ends before its commit. */
class SessionOver extends Error {}

/** Those who come with the same token at the same time get the same ones. */
function successorsOf(refreshToken: string, time: number, secret: string): TokenPair {
  const successor = (kind: string): string =>
    createHmac('sha256', secret).update(`${kind} ${time} ${refreshToken}`).digest('base64url');
  return { token: successor('access'), refreshToken: successor('refresh') };
}

type DeletedRow = Pick<StoredToken, 'family' | 'actor_family' | 'account_id'>;
const deleted = sql.raw('family, actor_family, account_id');

/** A session has several tokens. */
function endedIn(rows: readonly DeletedRow[]): EndedSession[] {
  const sessions = new Map(rows.map((row) => [row.family, row]));
  return [...sessions.values()].map(({ account_id: id, actor_family: actor }) => ({
    accountId: Number(id),
    isActing: actor !== '',
  }));
}

const newToken = (): string => randomBytes(32).toString('base64url');
const sessionIn = ({ realm, account_id, session_number, family, expire_time, actor_family }: StoredToken): Session => ({
  realm,
  accountId: account_id,
  number: session_number,
  family,
  expires: expire_time,
  ...(actor_family !== '' && { actorFamily: actor_family }),
});
