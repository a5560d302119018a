import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sizeText } from '#resource';
import { http } from '#web';
import type { Start } from '../../shared/wire.ts';
import { textOf } from '../state/calls.ts';

/** A file that goes with the next message. */
export interface Attached {
  readonly key: number;
  readonly name: string;
  /** Of the attachment that it has become; undefined while it is on its way, or when it could not be kept. */
  readonly id?: number;
  /** How much is sent, from 0 to 1. */
  readonly part: number;
  readonly error?: string;
  readonly stop: () => void;
}

let last = 0;

/** The files of the next message: each is sent as soon as it is picked, pasted or dropped. */
export function useAttachments({ attachments: most, size }: Start['limits']) {
  const { t } = useTranslation('chat');
  const [files, setFiles] = useState<readonly Attached[]>([]);
  const change = (key: number, part: Partial<Attached>): void =>
    setFiles((before) => before.map((each) => (each.key === key ? { ...each, ...part } : each)));
  const remove = ({ key, stop }: Attached): void => {
    stop();
    setFiles((before) => before.filter((each) => each.key !== key));
  };
  const upload = async (key: number, file: File, signal: AbortSignal): Promise<void> => {
    const body = new FormData();
    body.append('file', file);
    const onProgress = (part: number): void => change(key, { part });
    try {
      const options = { quiet: true, signal, onProgress };
      const { file: kept } = await http.post<{ file: { id: number } }>('/api/ajax/upload', body, options);
      change(key, { id: kept.id, part: 1 });
    } catch (error) {
      if (!signal.aborted) change(key, { error: textOf(error) });
    }
  };
  const add = (given: readonly File[]): void => {
    const taken = given.slice(0, Math.max(0, most - files.length)).map((file) => {
      const key = (last += 1);
      const ended = new AbortController();
      const isTooLarge = file.size > size;
      if (!isTooLarge) void upload(key, file, ended.signal);
      return {
        key,
        name: file.name,
        part: 0,
        stop: () => ended.abort(),
        ...(isTooLarge ? { error: t('attach.tooLarge', { size: sizeText(size) }) } : {}),
      };
    });
    setFiles((before) => [...before, ...taken]);
  };
  return {
    files,
    add,
    remove,
    clear: () => setFiles([]),
    ids: files.flatMap(({ id }) => id ?? []),
    /** Whether some file is not there yet, or could not be kept: the message waits for it. */
    isUnfinished: files.some(({ id }) => id === undefined),
    isFull: files.length >= most,
  };
}
