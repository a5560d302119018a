import { useEffect, useEffectEvent, useState } from 'react';
import type { Manifest, RestorePreview } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { Cancelled } from '../http/problem.ts';
import { useRequest } from '../http/useRequest.ts';
import { notify } from '../messages/notify.ts';
import { useText } from '../settings/useText.ts';
import type { Entry } from './history.ts';
import { nameOf } from './nameOf.ts';
import { failureOf } from './saveFailure.ts';
import { useRowsRefresh } from './useRowsRefresh.ts';

interface State {
  readonly preview?: RestorePreview;
  /** What the server refuses, by field. */
  readonly errors?: Readonly<Record<string, string>>;
  readonly failure?: string;
  /** Others have changed the same fields since the last preview. */
  readonly isStale?: boolean;
}

/** Asks what giving back the former values would change, and does just that; of a record that has changed meanwhile it asks anew. */
export function useRestore(manifest: Manifest, id: number, entry: Entry, onDone: () => void) {
  const text = useText();
  const request = useRequest();
  const refresh = useRowsRefresh(manifest);
  const [state, setState] = useState<State>({});
  const [busy, setBusy] = useState(false);
  const call = <T>(more: object): Promise<T> =>
    request.post<T>(
      `${manifest.api}restoreValues`,
      { id, entry: entry.id, ...more },
      { fields: Object.keys(manifest.fields) },
    );

  const look = async (isStale = false): Promise<void> => {
    try {
      setState({ preview: await call<RestorePreview>({ preview: true }), isStale });
    } catch (error) {
      if (!(error instanceof Cancelled)) setState(stateOf(error));
    }
  };
  const first = useEffectEvent(() => void look());
  useEffect(() => first(), []);

  const restore = async (): Promise<void> => {
    setBusy(true);
    try {
      const { row } = await call<{ row: ListRow }>({ version: state.preview!.version });
      notify.success(text('restore:done', { row: nameOf(manifest, row) }));
      void refresh();
      onDone();
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'stale') await look(true);
      // Whatever else it is has been told already.
      else if (failure.kind === 'invalid') setState({ errors: failure.errors });
    } finally {
      setBusy(false);
    }
  };
  return {
    ...state,
    busy,
    restore,
    retry: () => {
      setState({});
      void look();
    },
  };
}

function stateOf(error: unknown): State {
  const failure = failureOf(error);
  return failure.kind === 'invalid' ? { errors: failure.errors } : { failure: (error as Error).message };
}
