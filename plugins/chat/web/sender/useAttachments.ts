import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { sizeText } from '#resource';
import { http, newUuid, useLeaveWarning } from '#web';
import type { Start } from '../../shared/wire.ts';
import { attached, changeFiles, filesAt, forgetFiles, type Attached } from '../state/attached.ts';
import { textOf } from '../state/calls.ts';

/** The files of the next message: each is sent as soon as it is picked, pasted or dropped. They are part of the draft at `place`. */
export function useAttachments(place: string, { attachments: most, size }: Start['limits']) {
  const { t } = useTranslation('chat');
  const changed = useStore(attached, (all) => all[place]);
  const files = useMemo(() => changed ?? filesAt(place), [changed, place]);
  const set = (key: string, part: Partial<Attached>): void =>
    changeFiles(place, (before) => before.map((each) => (each.key === key ? { ...each, ...part } : each)));
  const remove = ({ key, stop }: Attached): void => {
    stop();
    changeFiles(place, (before) => before.filter((each) => each.key !== key));
  };
  const upload = async (key: string, file: File, signal: AbortSignal): Promise<void> => {
    const body = new FormData();
    body.append('file', file);
    const onProgress = (part: number): void => set(key, { part });
    try {
      const options = { quiet: true, signal, onProgress };
      const { file: kept } = await http.post<{ file: { id: number } }>('/api/ajax/upload', body, options);
      set(key, { id: kept.id, part: 1 });
    } catch (error) {
      if (!signal.aborted) set(key, { error: textOf(error) });
    }
  };
  const add = (given: readonly File[]): void => {
    const taken = given.slice(0, Math.max(0, most - filesAt(place).length)).map((file) => {
      const key = newUuid();
      const ended = new AbortController();
      const isTooLarge = file.size > size;
      const one: Attached = {
        key,
        name: file.name,
        part: 0,
        stop: () => ended.abort(),
        ...(isTooLarge ? { error: t('attach.tooLarge', { size: sizeText(size) }) } : {}),
      };
      return { one, begin: () => (isTooLarge ? undefined : void upload(key, file, ended.signal)) };
    });
    changeFiles(place, (before) => [...before, ...taken.map(({ one }) => one)]);
    for (const { begin } of taken) begin();
  };
  useLeaveWarning(
    useCallback(() => filesAt(place).some(isOnItsWay), [place]),
    true,
  );
  return {
    files,
    add,
    remove,
    clear: () => forgetFiles(place),
    ids: files.flatMap(({ id }) => id ?? []),
    /** Whether some file is not there yet, or could not be kept: the message waits for it. */
    isUnfinished: files.some(({ id }) => id === undefined),
    isFull: files.length >= most,
  };
}

const isOnItsWay = ({ id, error }: Attached): boolean => id === undefined && error === undefined;
