import { Alert, Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import type { Filter, Manifest } from '#resource';
import { Overlay } from '../components/Overlay.tsx';
import { loadInputs } from '../fields/commonInputs.tsx';
import { lazyPart } from '../loading/lazyPart.tsx';
import { loadTexts } from '../settings/i18n.ts';
import { useText } from '../settings/useText.ts';
import { savedViewAt } from './listBase.ts';
import { unfiltered } from './listFilters.ts';
import type { ListState } from './listShape.ts';
import type { viewLook } from './traits/index.tsx';

const FilterPanel = lazyPart(
  async () => (await Promise.all([import('./FilterPanel.tsx'), loadInputs(), loadTexts('filter')]))[0].FilterPanel,
);
const FilterChips = lazyPart(
  async () => (await Promise.all([import('./FilterChips.tsx'), loadTexts('filter')]))[0].FilterChips,
);
const ViewNote = lazyPart(
  async () => (await Promise.all([import('./views/ViewNote.tsx'), loadTexts('view')]))[0].ViewNote,
);

interface Props {
  readonly manifest: Manifest;
  readonly state: ListState;
  /** What must hold of every row besides. */
  readonly fixed: readonly Filter[];
  /** How the view looks that is shown instead of the list. */
  readonly view: ReturnType<typeof viewLook> | undefined;
  /** Its own buttons. */
  readonly tools: ReactNode;
  readonly filterId: string;
  /** The filter panel: as it was when the page was opened, or opened since. */
  readonly filterPanel: 'there' | 'opened' | undefined;
  readonly total: number | undefined;
  readonly onFilterMissing: () => void;
  readonly onChange: (change: Partial<ListState>) => void;
}

/** Between the toolbar and the rows: which rows these are, the filter panel, and what of the address means nothing. */
export function ListNotes({
  manifest,
  state,
  fixed,
  view,
  tools,
  filterId,
  filterPanel,
  total,
  onFilterMissing,
  onChange,
}: Props) {
  const text = useText();
  const saved = savedViewAt(manifest, state.saved);
  const filtering = {
    manifest,
    filter: state.filter,
    onChange: (filter: ListState['filter']) => onChange({ filter, unread: undefined }),
  };
  return (
    <>
      {view && (
        <Alert
          type="warning"
          showIcon
          icon={view.icon}
          title={view.title}
          action={
            <Flex gap="small" className="view-actions">
              {tools}
              <Button onClick={() => onChange({ view: undefined })}>{text('leaveTrash')}</Button>
            </Flex>
          }
        />
      )}
      {state.saved !== undefined && state.saved > 0 && (!saved || saved.leftOut) && (
        <Overlay open={false}>
          <ViewNote view={saved} />
        </Overlay>
      )}
      {filterPanel && (
        <Overlay onMissing={onFilterMissing}>
          <FilterPanel
            id={filterId}
            {...filtering}
            {...{ state, fixed }}
            total={total}
            focused={filterPanel === 'opened'}
          />
        </Overlay>
      )}
      {(state.filter.length > 0 || (filterPanel && state.quickSearch !== '')) && (
        <Overlay open={false} instead={<div className="chips-place" />}>
          <FilterChips
            {...filtering}
            search={state.quickSearch}
            onUnsearch={() => onChange({ quickSearch: '' })}
            onClear={() => onChange(unfiltered)}
          />
        </Overlay>
      )}
      {state.unknown.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={text('unknownInAddress', {
            names: state.unknown.map((name) => `“${name.slice(0, 60)}”`).join(text('or')),
          })}
          action={<Button onClick={() => onChange({})}>{text('gotIt')}</Button>}
        />
      )}
    </>
  );
}
