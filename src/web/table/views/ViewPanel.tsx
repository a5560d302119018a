import { CheckOutlined, DeleteOutlined, EditOutlined, HomeFilled, HomeOutlined } from '@ant-design/icons';
import { Button, Typography } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { SavedView } from '#resource';
import { notify } from '../../messages/notify.ts';
import { useText } from '../../settings/useText.ts';
import { useFirstFocus } from '../formFocus.ts';
import { isNarrowed } from '../listFilters.ts';
import { Question } from '../Question.tsx';
import { useSavedViews } from './useSavedViews.ts';
import type { ViewMenuProps } from './ViewMenu.tsx';
import { opened, viewStateOf } from './viewState.ts';

interface Props extends ViewMenuProps {
  /** The one that the list shows. */
  readonly view: SavedView | undefined;
  readonly changed: boolean;
  readonly close: () => void;
  /** Opens the dialog for a view, or for a new one. */
  readonly edit: (edited: { readonly view: SavedView | undefined }) => void;
}

/** All saved views of a list, one's own first, and what can be done with the list as it stands. */
export function ViewPanel({ manifest, state, columns, onChange, filterId, view, changed, close, edit }: Props) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const views = useSavedViews(manifest);
  const [busy, setBusy] = useState(false);
  useFirstFocus(place, true, 'button');
  // A view is kept with what stands in the filter, also before somebody has pressed its button.
  useEffect(
    () => document.querySelector<HTMLFormElement>(`#${CSS.escape(filterId)}[data-edited]`)?.requestSubmit(),
    [filterId],
  );
  const { list = [], opens = null } = manifest.saved ?? {};
  const choose = (next: SavedView | undefined): void => {
    columns.forget(next);
    onChange(opened(manifest, next));
    close();
  };
  const doing = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      notify.success(done);
    } catch {
      // The call has told what went wrong.
    }
    setBusy(false);
  };
  const keep = (): Promise<void> =>
    doing(
      async () => {
        await views.save({ id: view!.id, state: viewStateOf(manifest, state, columns.choice) });
        columns.forget(view);
        close();
      },
      text('saved', { row: view!.name }),
    );
  const remove = (gone: SavedView): Promise<void> => {
    if (gone.id === view?.id) onChange(opened(manifest, undefined));
    place.current?.querySelector('button')?.focus();
    return doing(() => views.remove(gone.id), text('view:deleted', { view: gone.name }));
  };
  const openWith = (next: SavedView | undefined): Promise<void> =>
    doing(() => views.openWith(next?.id ?? null), text('view:opensWith', { view: next?.name ?? text('view:all') }));
  const line = (each: SavedView): ReactNode => (
    <ViewLine
      key={each.id}
      view={each}
      isShown={each.id === view?.id}
      opens={each.id === opens}
      onChoose={() => choose(each)}
      onOpens={() => void openWith(each.id === opens ? undefined : each)}
      onEdit={() => edit({ view: each })}
      onRemove={() => void remove(each)}
    />
  );
  const [own, shared] = [list.filter(({ isOwn }) => isOwn), list.filter(({ isOwn }) => !isOwn)];
  const isAll = view === undefined && state.view === undefined && !isNarrowed(state);
  return (
    <div ref={place} className="view-panel" role="group" aria-label={text('savedViews')} aria-busy={busy}>
      <ul>
        <li>
          <Choice isShown={isAll} name={text('view:all')} onChoose={() => choose(undefined)} />
        </li>
        {own.map(line)}
      </ul>
      {shared.length > 0 && (
        <section>
          <h4>{text('view:shared')}</h4>
          <ul>{shared.map(line)}</ul>
        </section>
      )}
      {list.length === 0 && <Typography.Text type="secondary">{text('view:none')}</Typography.Text>}
      <div className="view-panel-end">
        {changed && view?.mayChange && (
          <Button type="primary" loading={busy} onClick={() => void keep()}>
            {text('view:keep', { view: view.name })}
          </Button>
        )}
        {changed && <Button onClick={() => choose(view)}>{text('view:revert')}</Button>}
        <Button type="text" disabled={state.unread !== undefined} onClick={() => edit({ view: undefined })}>
          {text('view:saveAs')}
        </Button>
      </div>
    </div>
  );
}

interface LineProps {
  readonly view: SavedView;
  readonly isShown: boolean;
  /** Whether the list opens with it. */
  readonly opens: boolean;
  readonly onChoose: () => void;
  readonly onOpens: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function ViewLine({
  view: { name, mayChange, sharing },
  isShown,
  opens,
  onChoose,
  onOpens,
  onEdit,
  onRemove,
}: LineProps) {
  const text = useText();
  const opening = text(opens ? 'view:isDefault' : 'view:makeDefault', { view: name });
  return (
    <li>
      <Choice isShown={isShown} name={name} onChoose={onChoose} />
      <Button
        type="text"
        size="small"
        aria-pressed={opens}
        aria-label={opening}
        title={opening}
        icon={opens ? <HomeFilled aria-hidden /> : <HomeOutlined aria-hidden />}
        onClick={onOpens}
      />
      {mayChange && (
        <>
          <Button
            type="text"
            size="small"
            aria-label={text('view:edit', { view: name })}
            title={text('view:edit', { view: name })}
            icon={<EditOutlined aria-hidden />}
            onClick={onEdit}
          />
          <Question
            title={text('view:confirmDelete', { view: name })}
            about={text(sharing === 'own' ? 'view:forGood' : 'view:othersToo')}
            name={text('del')}
            onConfirm={onRemove}
          >
            <Button
              type="text"
              size="small"
              aria-label={text('view:delete', { view: name })}
              title={text('view:delete', { view: name })}
              icon={<DeleteOutlined aria-hidden />}
            />
          </Question>
        </>
      )}
    </li>
  );
}

function Choice({ isShown, name, onChoose }: { isShown: boolean; name: string; onChoose: () => void }) {
  return (
    <Button type="text" className="view-choice" aria-current={isShown || undefined} onClick={onChoose}>
      <span className="view-check">{isShown && <CheckOutlined aria-hidden />}</span>
      <span className="view-name" title={name}>
        {name}
      </span>
    </Button>
  );
}
