/** Who is signed in to an area, as it is stored (specification §3). */
export interface Identity {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  readonly avatar: string;
  readonly token: string;
  /** Empty when the session is not to be kept. */
  readonly refreshToken: string;
  readonly super?: boolean;
}
export type Area = 'admin' | 'member';

const keys: Readonly<Record<Area, string>> = { admin: 'adminInfo', member: 'userInfo' };
/** Where identities are stored. */
export const identityKeys: readonly string[] = Object.values(keys);

/** The administrators' area begins with `/admin`, in the path or behind `#`; everything else is the members' (specification §2). */
export const areaOf = (path: string, hash = ''): Area =>
  /^\/admin(?:\/|$)/i.test(path) || /^#\/admin(?:[/?]|$)/i.test(hash) ? 'admin' : 'member';

/** The stored identity; none when there is no whole one. */
export function readIdentity(area: Area): Identity | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(keys[area]) ?? 'null') as Partial<Identity> | null;
    return typeof stored?.id === 'number' && typeof stored.token === 'string' && stored.token !== ''
      ? (stored as Identity)
      : undefined;
  } catch {
    return undefined;
  }
}

export const writeIdentity = (area: Area, identity: Identity): void =>
  localStorage.setItem(keys[area], JSON.stringify(identity));
export const clearIdentity = (area: Area): void => localStorage.removeItem(keys[area]);
export const readAdmin = (): Identity | undefined => readIdentity('admin');
export const writeAdmin = (identity: Identity): void => writeIdentity('admin', identity);
