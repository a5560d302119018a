import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FileUpload } from './fileUpload.ts';
import type { InputProps } from './view.ts';

/** A file that is on its way into a field, or that could not be kept. */
export interface Sending {
  readonly id: number;
  readonly file: File;
  /** From 0 to 1. */
  readonly part: number;
  /** Why it failed. */
  readonly error?: string;
  readonly stop: () => void;
}

/** Sends files one after the other; what has an address is told to `onFile` as it is at that moment. */
export function useUploads(
  upload: FileUpload,
  { table, field, row }: InputProps,
  onFile: (address: string, file: File) => void,
) {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const next = useRef(0);
  const queue = useRef(Promise.resolve());
  const latest = useRef(onFile);
  useLayoutEffect(() => void (latest.current = onFile));
  const unmounted = useRef(new AbortController());
  useEffect(() => {
    const controller = (unmounted.current = new AbortController());
    return () => controller.abort();
  }, []);

  const change = (id: number, part: Partial<Sending>): void =>
    setSending((before) => before.map((each) => (each.id === id ? { ...each, ...part } : each)));
  const drop = (id: number): void => setSending((before) => before.filter((each) => each.id !== id));

  const send = async (id: number, file: File, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return;
    try {
      const onProgress = (part: number): void => change(id, { part });
      const address = await upload(file, { table, field, row, signal, onProgress });
      if (signal.aborted) return;
      // Drawn at once: the next file goes into what the field holds with this one.
      flushSync(() => latest.current(address, file));
      drop(id);
    } catch (error) {
      if (!signal.aborted) change(id, { error: error instanceof Error ? error.message : String(error) });
    }
  };

  const add = (files: readonly File[]): void => {
    for (const file of files) {
      const id = (next.current += 1);
      const own = new AbortController();
      const stop = (): void => {
        own.abort();
        drop(id);
      };
      setSending((before) => [...before, { id, file, part: 0, stop }]);
      const signal = AbortSignal.any([own.signal, unmounted.current.signal]);
      queue.current = queue.current.then(() => send(id, file, signal));
    }
  };
  const retry = ({ file, stop }: Sending): void => {
    stop();
    add([file]);
  };
  return { sending, add, retry };
}
