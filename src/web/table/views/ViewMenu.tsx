import { DownOutlined, StarOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useEffect, useState } from 'react';
import type { Manifest, SavedView } from '#resource';
import { Hint } from '../../components/Hint.tsx';
import { Overlay } from '../../components/Overlay.tsx';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { loadTexts } from '../../settings/i18n.ts';
import { useText } from '../../settings/useText.ts';
import { savedViewAt } from '../listBase.ts';
import type { ListState } from '../listShape.ts';
import type { ListColumns } from '../useColumnChoice.ts';
import { usePopup } from '../usePopup.ts';
import { useBroughtFilters } from './useBroughtFilters.ts';
import { isChanged } from './viewState.ts';
import './views.css';

const ViewPanel = lazyPart(
  async () => (await Promise.all([import('./ViewPanel.tsx'), loadTexts('view')]))[0].ViewPanel,
);
const ViewDialog = lazyPart(
  async () => (await Promise.all([import('./ViewDialog.tsx'), loadTexts('view')]))[0].ViewDialog,
);

export interface ViewMenuProps {
  readonly manifest: Manifest;
  readonly state: ListState;
  readonly columns: Pick<ListColumns, 'choice' | 'forget'>;
  readonly onChange: (change: Partial<ListState>) => void;
  /** Of the filter's form, where that is open. */
  readonly filterId: string;
}

/** Which saved view the list shows, and a menu of all of them: to open, to keep, to change and to delete. */
export function ViewMenu(props: ViewMenuProps) {
  const { manifest, state, columns, onChange } = props;
  const text = useText();
  const { popup, fresh, close, around } = usePopup();
  const [edited, edit] = useState<{ readonly view: SavedView | undefined }>();
  const [made, setMade] = useState<number>();
  // It is opened as soon as the list knows it.
  useEffect(() => {
    if (made === undefined || !savedViewAt(manifest, made)) return;
    setMade(undefined);
    onChange({ saved: made, page: state.page });
  }, [made, manifest, state.page, onChange]);
  useBroughtFilters(manifest);
  const view = savedViewAt(manifest, state.saved);
  const changed = view !== undefined && isChanged(manifest, state, columns.choice, view);
  const label = view ? text('viewNamed', { view: view.name }) : text('savedViews');
  return (
    <span {...around}>
      <Popover
        {...popup}
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        content={
          <Overlay open={false} instead={<div className="view-panel" aria-busy />}>
            <ViewPanel key={fresh.key} {...props} {...{ view, changed, close, edit }} />
          </Overlay>
        }
      >
        <Hint title={popup.open ? '' : label}>
          <Button
            className="view-button"
            aria-label={changed ? text('viewChanged', { view: label }) : label}
            aria-haspopup="dialog"
            icon={<StarOutlined aria-hidden />}
          >
            {view && (
              <span className="view-button-shown">
                <span className="view-button-name">{view.name}</span>
                {changed && <span className="view-dot" />}
                <DownOutlined aria-hidden />
              </span>
            )}
          </Button>
        </Hint>
      </Popover>
      {edited && (
        <Overlay onMissing={() => edit(undefined)}>
          <ViewDialog
            {...{ manifest, state, columns }}
            view={edited.view}
            onClose={(id) => {
              edit(undefined);
              setMade(id);
              close();
            }}
          />
        </Overlay>
      )}
    </span>
  );
}
