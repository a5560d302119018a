import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FileUpload } from './fileUpload.ts';
import { FormUploadsContext } from './formUploads.ts';
import type { InputProps } from './view.ts';

/** A file that is on its way into a field, or that could not be kept. */
export interface Sending {
  readonly id: number;
  readonly file: File;
  /** From 0 to 1. */
  readonly part: number;
  /** What is being done, where it is more than sending. */
  readonly stage?: string | undefined;
  /** Why it failed. */
  readonly error?: string;
  readonly stop: () => void;
}

/**
 * Sends files one after the other; what has an address is told to `onFile` as it is at that moment. The form around the
 * input is saved once they have arrived.
 */
export function useUploads(
  upload: FileUpload,
  { table, field, row }: InputProps,
  onFile: (address: string, file: File) => void,
) {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const form = useContext(FormUploadsContext);
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

  /** Whether the file is in the field now. */
  const send = async (id: number, file: File, signal: AbortSignal): Promise<boolean> => {
    if (signal.aborted) return false;
    try {
      const onProgress = (part: number): void => change(id, { part });
      const onStage = (stage: string | undefined): void => change(id, { stage });
      const address = await upload(file, { table, field, row, signal, onProgress, onStage });
      if (signal.aborted) return false;
      // Drawn at once: the next file goes into what the field holds with this one.
      flushSync(() => latest.current(address, file));
      drop(id);
      return true;
    } catch (error) {
      if (!signal.aborted) change(id, { error: error instanceof Error ? error.message : String(error) });
      return false;
    }
  };

  const add = (files: readonly File[]): void => {
    for (const file of files) {
      const id = (next.current += 1);
      const own = new AbortController();
      const ended = form?.begin(field.name) ?? (() => {});
      const stop = (): void => {
        own.abort('cancelled');
        drop(id);
        ended('done');
      };
      setSending((before) => [...before, { id, file, part: 0, stop }]);
      const signal = AbortSignal.any([own.signal, unmounted.current.signal]);
      signal.addEventListener('abort', () => ended(own.signal.aborted ? 'done' : 'gone'), { once: true });
      queue.current = queue.current.then(async () => {
        const isKept = await send(id, file, signal);
        if (!signal.aborted) ended(isKept ? 'done' : 'failed');
      });
    }
  };
  const retry = ({ file, stop }: Sending): void => {
    stop();
    add([file]);
  };
  return { sending, add, retry };
}
