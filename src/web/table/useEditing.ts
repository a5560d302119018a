import { Form, type FormInstance } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Manifest } from '#resource';
import { FormUploads } from '../fields/formUploads.ts';
import type { ListRow } from '../fields/view.ts';
import { changedValues, copiedValues, formFields, initialValues, type Values } from './formValues.ts';
import { FormLines } from './lines/formLines.ts';
import { linesKey } from './lines/linesKey.ts';
import { failureOf } from './saveFailure.ts';
import { isSame } from './typedValues.ts';

export interface Conflict {
  /** The row as it is now. */
  readonly row: ListRow;
  /** Fields that both sides changed. */
  readonly names: readonly string[];
  readonly mine: Values;
}

/** Where the row of a form comes from and where it goes. */
export interface RowSource {
  /** Undefined for a new row. */
  readonly id: number | undefined;
  /** Of the row that a new one is made after. */
  readonly copied?: number | undefined;
  /** The row, or the one that it is made after, once it is loaded. */
  readonly loaded: ListRow | undefined;
  readonly error?: Error | undefined;
  retry(): unknown;
  add(values: Values): Promise<ListRow>;
  edit(row: ListRow, changes: Values): Promise<ListRow>;
}

/**
 * One row in a form: changed, saved. `onSaved` gets the row as the server has it; the form begins another new one where it
 * returns true. A save while offline waits, and goes
 * out once when the connection is back.
 */
export function useEditing(
  manifest: Manifest,
  { id, copied, loaded, error, retry, add, edit }: RowSource,
  onSaved: (row: ListRow) => unknown,
) {
  const [form] = Form.useForm<Values>();
  const [lines] = useState(() => new FormLines());
  useEffect(() => () => lines.forget(), [lines, id]);
  const [current, setCurrent] = useState<ListRow>();
  const row = current && current.id === id ? current : loaded;
  const isCopy = id === undefined && copied !== undefined;
  const start = useMemo(
    () => (isCopy && row ? copiedValues(manifest, row) : initialValues(manifest, id === undefined ? undefined : row)),
    [manifest, id, isCopy, row],
  );
  const loading = (id !== undefined || isCopy) && !row;
  const filled = useRef<ListRow>(undefined);
  useEffect(() => {
    // The same form shows one row after another: what it held of the last one must go. A page that was hidden keeps it.
    if (loaded && !isCopy && filled.current !== loaded) fill(form, initialValues(manifest, loaded));
    filled.current = loaded;
  }, [form, isCopy, manifest, loaded]);
  const [state, setState] = useState<{
    saving: boolean;
    waiting?: boolean;
    conflict?: Conflict;
    refused?: readonly string[];
    /** Those of them that the server has refused; their values are as they were then. */
    answered?: readonly string[];
  }>({ saving: false });
  const [isRestored, setRestored] = useState(false);
  const [uploads] = useState(() => new FormUploads());
  // Of the last save that waits for files; nothing is saved for one that was given up.
  const [awaited, setAwaited] = useState<object>();
  const latest = useRef(awaited);
  const values = (): Values => ({ ...start, ...(form.getFieldsValue(true) as Values) });
  // Before its inputs are there the form knows no values, and nobody can have typed any.
  const isDrawn = useRef(false);
  const drawn = useCallback((): void => {
    isDrawn.current = true;
  }, []);
  const isDirty = useCallback(
    () =>
      !uploads.isEmpty ||
      lines.isDirty ||
      (isDrawn.current &&
        !loading &&
        formFields(manifest).some(
          ({ name }) => !isSame(start[name], { ...start, ...(form.getFieldsValue(true) as Values) }[name]),
        )),
    [form, lines, loading, manifest, start, uploads],
  );

  const send = async (base: ListRow | undefined, changes: Values): Promise<void> => {
    setState({ saving: true });
    try {
      const wishes = lines.wishes();
      const wanted = wishes ? { ...changes, [linesKey]: wishes } : changes;
      const unchanged = base !== undefined && Object.keys(wanted).length === 0;
      const saved = unchanged ? base : base ? await edit(base, wanted) : await add(wanted);
      setState({ saving: false });
      setRestored(false);
      lines.forget();
      if (base) show(saved);
      if (onSaved(saved) === true) clear();
    } catch (error) {
      tell(error, changes);
    }
  };

  const clear = (): void => fill(form, initialValues(manifest));

  const show = (saved: ListRow): void => {
    setCurrent(saved);
    fill(form, initialValues(manifest, saved));
  };

  const tell = (error: unknown, changes: Values): void => {
    const failure = failureOf(error);
    if (failure.kind === 'stale') {
      const names = Object.keys(changes).filter(
        (name) => name in start && !isSame(start[name], failure.row[name]) && !isSame(changes[name], failure.row[name]),
      );
      return setState({
        saving: false,
        conflict: { row: failure.row, names: names.length > 0 ? names : Object.keys(changes), mine: changes },
      });
    }
    if (failure.kind === 'staleLines') {
      lines.compare(failure.lines);
      return setState({ saving: false });
    }
    const errors = failure.kind === 'invalid' ? lines.refuse(failure.errors) : {};
    form.setFields(Object.entries(errors).map(([name, error]) => ({ name, errors: [error] })));
    const refused = Object.keys(errors);
    setState({ saving: false, waiting: failure.kind === 'offline', refused, answered: refused });
  };

  const submit = async (): Promise<void> => {
    if (state.saving || loading || !lines.check()) return;
    await send(id === undefined ? undefined : row, changedValues(manifest, start, values(), id === undefined));
  };

  const awaitFiles = (wish: object | undefined): void => {
    latest.current = wish;
    setAwaited(wish);
  };
  /** Saves once the files have arrived that are on their way; where one could not be kept, its field says why. */
  const saveWithFiles = async (): Promise<void> => {
    if (latest.current) return;
    const wish = {};
    awaitFiles(wish);
    const failed = await uploads.settled();
    if (latest.current !== wish) return;
    awaitFiles(undefined);
    if (failed.length > 0) refuse(failed);
    else form.submit();
  };

  /** Saves upon the newer row what is left of one's own changes; the form then shows both together. */
  const settle = (conflict: Conflict, theirs: readonly string[]): void => {
    const mine = Object.fromEntries(Object.entries(conflict.mine).filter(([name]) => !theirs.includes(name)));
    setCurrent(conflict.row);
    fill(form, { ...initialValues(manifest, conflict.row), ...mine });
    void send(conflict.row, mine);
  };

  const restore = useCallback(
    (draft: Values): void => {
      fillDraft({ form, lines }, draft);
      setRestored(true);
    },
    [form, lines],
  );
  const discardRestored = (): void => {
    fill(form, start);
    lines.keep({ [linesKey]: {} });
    lines.forget();
    setState({ saving: false });
    setRestored(false);
  };

  useEffect(() => {
    if (!state.waiting) return;
    const resend = (): void => void submit();
    window.addEventListener('online', resend, { once: true });
    return () => window.removeEventListener('online', resend);
  });

  /** Tells that these fields may not be saved as they are, and with them which lines. */
  const refuse = (refused: readonly string[]): void => {
    lines.check();
    setState({ ...state, refused, answered: [] });
  };

  /** What is being changed is not wrong any more, or not yet. */
  const forgive = (names: readonly string[]): void => {
    form.setFields(names.filter((name) => form.getFieldError(name).length > 0).map((name) => ({ name, errors: [] })));
    if (state.answered?.some((name) => names.includes(name)))
      setState({ ...state, answered: state.answered.filter((name) => !names.includes(name)) });
  };

  return {
    form,
    /** The row that a new one is made after, if any. */
    copiedFrom: isCopy ? copied : undefined,
    row,
    start,
    loading,
    error,
    retry,
    submit,
    refuse,
    forgive,
    isDirty,
    /** Called once the inputs are there. */
    drawn,
    /** Puts back what was typed before the form was left. */
    restore,
    /** Set while that is in the form and not saved: puts the stored values in its place, or those of an empty form. */
    discardRestored: isRestored ? discardRestored : undefined,
    settle,
    dismiss: () => setState({ saving: false }),
    ...state,
    uploads,
    lines,
    saveWithFiles,
    saving: state.saving || awaited !== undefined,
    /** Set while a save waits for files; gives it up. */
    stopWaiting: awaited && (() => awaitFiles(undefined)),
  };
}

/** Puts values into the form as if nobody had typed yet; whether they are saved is for `isDirty` to say. */
function fill(form: FormInstance<Values>, values: Values): void {
  form.setFields(Object.entries(values).map(([name, value]) => ({ name, value, errors: [], touched: false })));
}

/** Fills in what was typed into a form before it was left, or elsewhere. */
export function fillDraft({ form, lines }: { form: FormInstance<Values>; lines: FormLines }, draft: Values): void {
  const { [linesKey]: _lines, ...values } = draft;
  fill(form, values);
  lines.keep(draft);
}
