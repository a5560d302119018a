import { useEffect, useMemo, useRef, useState } from 'react';
import { isImportWorking, type ImportState, type Manifest } from '#resource';
import { importCalls, type ImportCall } from './importCall.ts';

/** Milliseconds between two looks at a running import. */
const pause = 500;

interface Options {
  readonly call?: ImportCall;
  /** The one that the dialog opens with; otherwise the one that is running. */
  readonly id?: number | undefined;
}

/** The import, or large bulk edit, that a dialog is about: its state, followed while the server is at it, and what can be done. */
export function useImport(manifest: Manifest, onDone: () => void, { call = 'import', id: asked }: Options = {}) {
  const calls = useMemo(() => importCalls(manifest, call), [manifest, call]);
  const [state, setState] = useState<ImportState>();
  const [last, setLast] = useState<ImportState>();
  const [failure, fail] = useState<string>();
  const [sent, setSent] = useState<number>();
  const [busy, setBusy] = useState(false);
  const [isFinding, setFinding] = useState(asked !== undefined);
  const sending = useRef<AbortController>(undefined);
  const shown = useRef(false);

  const show = (next: ImportState | undefined): void => {
    shown.current = true;
    setState(next);
  };
  useEffect(() => {
    let isHere = true;
    void (asked === undefined ? calls.last() : calls.state(asked)).then(
      (found) => {
        if (!isHere) return;
        setFinding(false);
        if (!found || shown.current) return;
        if (asked !== undefined || isImportWorking(found.state)) setState(found);
        else setLast(found);
      },
      // Without it there is nothing to go on with; the file can be chosen all the same.
      (error: Error) => {
        if (!isHere) return;
        setFinding(false);
        if (asked !== undefined) fail(error.message);
      },
    );
    return () => {
      isHere = false;
      sending.current?.abort();
    };
  }, [calls, asked]);

  const { id } = state ?? {};
  const working = state !== undefined && isImportWorking(state.state);
  useEffect(() => {
    if (id === undefined || !working) return;
    let isHere = true;
    const look = async (): Promise<void> => {
      // A connection that is gone for a while is looked through the next time.
      const next = await calls.state(id).catch(() => undefined);
      if (!isHere) return;
      if (next) setState(next);
      if (!next || isImportWorking(next.state)) timer = setTimeout(() => void look(), pause);
      else if (!['checked', 'received'].includes(next.state)) onDone();
    };
    let timer = setTimeout(() => void look(), pause);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `onDone` is another function each time
  }, [calls, id, working]);

  const tell = async (call: () => Promise<ImportState>): Promise<void> => {
    fail(undefined);
    setBusy(true);
    try {
      show(await call());
    } catch (error) {
      if (!sending.current?.signal.aborted) fail((error as Error).message);
    } finally {
      setBusy(false);
      setSent(undefined);
    }
  };
  return {
    state,
    last,
    failure,
    busy,
    /** Whether the one to open with is still on its way. */
    isFinding,
    /** How much of the file is sent, from 0 to 1. */
    sent,
    show,
    refuse: fail,
    send: (file: File): Promise<void> => {
      const controller = (sending.current = new AbortController());
      setSent(0);
      return tell(() => calls.send(file, controller.signal, setSent));
    },
    step: (step: string, more?: Readonly<Record<string, unknown>>): Promise<void> =>
      state ? tell(() => calls.step(state.id, step, more)) : Promise.resolve(),
    startOver: (): void => {
      fail(undefined);
      show(undefined);
    },
  };
}
export type ImportHook = ReturnType<typeof useImport>;
