import { useInvalidateAuthStore } from '@refinedev/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Manifest } from '#resource';
import type { SentencePart } from '../../fields/activity/Sentence.tsx';
import type { ListRow } from '../../fields/view.ts';
import { adminRealm } from '../../realms/admin.ts';
import { readIdentity, writeIdentity } from '../../realms/session.ts';
import { startQuery } from '../../area/startQuery.ts';
import { useRequest } from '../../http/useRequest.ts';

/** Who one is, as the page shows it. */
export interface ProfileInfo {
  readonly username: string;
  readonly nickname: string;
  readonly avatar: string;
  readonly position: string;
  readonly column: readonly string[];
  readonly groups: readonly string[];
  /** Formatted; empty before the first time. */
  readonly last_login_time: string;
  readonly last_login_ip: string;
  /** Unix seconds. */
  readonly create_time: number;
}
interface Saved {
  readonly info: ProfileInfo;
  readonly row: ListRow;
  /** Present when the password has changed: the session goes on under these. */
  readonly token?: string;
  readonly refreshToken?: string;
}
export interface Profile extends Saved {
  readonly manifest: Manifest;
  /** Whether links to a new password are mailed to the address. */
  readonly emailNeedsPassword: boolean;
}
export type SaveProfile = (changes: Readonly<Record<string, unknown>>) => Promise<ListRow>;

const api = '/admin/routine.AdminInfo/';

/** One's own account. Asked each time the page is opened, never while something is typed. */
export function useProfile() {
  const request = useRequest();
  const client = useQueryClient();
  const invalidateAuth = useInvalidateAuthStore();
  const { i18n } = useTranslation();
  const key = ['profile', i18n.language];
  const query = useQuery({
    queryKey: key,
    queryFn: () => request.get<Profile>(`${api}index`),
    staleTime: Infinity,
    gcTime: 0,
    retry: 1,
  });

  const save: SaveProfile = async (changes) => {
    const { info, row, token, refreshToken } = await request.post<Saved>(`${api}edit`, changes);
    const { nickname, avatar, position, column } = info;
    const identity = readIdentity(adminRealm);
    // Whoever has signed in meanwhile, in another tab, stays.
    if (identity?.id === row.id)
      writeIdentity(adminRealm, {
        ...identity,
        nickname,
        avatar,
        position,
        column,
        ...(token === undefined ? {} : { token, refreshToken: refreshToken ?? '' }),
      });
    // The form keeps its row itself: another one would take away what is typed there.
    client.setQueryData<Profile>(key, (before) => before && { ...before, info });
    // The frame of the page shows them too.
    client.setQueryData(
      startQuery(adminRealm).queryKey,
      (start) => start && { ...start, person: { ...start.person, nickname, avatar } },
    );
    void invalidateAuth();
    return row;
  };
  return { query, save };
}

export interface LogEntry {
  readonly id: number;
  readonly title: string;
  /** The same in words, where it tells of a record. */
  readonly sentence: readonly SentencePart[] | null;
  readonly url: string;
  readonly ip: string;
  readonly useragent: string;
  /** Who was signed in as oneself; empty for nobody. */
  readonly actor: string | null;
  readonly create_time: number;
}

/** A page of what one did oneself, newest first. */
export function useOwnLog(page: number, limit: number) {
  const request = useRequest();
  return useQuery({
    queryKey: ['ownLog', page, limit],
    queryFn: () => request.get<{ list: readonly LogEntry[]; total: number }>(`${api}log`, { page, limit }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
}
