import { Alert, Button } from 'antd';
import type { Filter, Manifest } from '#resource';
import { Overlay } from '../components/Overlay.tsx';
import { loadInputs } from '../fields/commonInputs.tsx';
import { lazyPart } from '../loading/lazyPart.tsx';
import { loadTexts } from '../settings/i18n.ts';
import { useText } from '../settings/useText.ts';
import { ViewNote } from './views/ViewNote.tsx';
import type { ListState } from './listShape.ts';
import type { viewLook } from './traits/index.tsx';

const FilterPanel = lazyPart(
  async () => (await Promise.all([import('./FilterPanel.tsx'), loadInputs(), loadTexts('filter')]))[0].FilterPanel,
);
const FilterChips = lazyPart(
  async () => (await Promise.all([import('./FilterChips.tsx'), loadTexts('filter')]))[0].FilterChips,
);

interface Props {
  readonly manifest: Manifest;
  readonly state: ListState;
  /** What must hold of every row besides. */
  readonly fixed: readonly Filter[];
  /** How the view looks that is shown instead of the list. */
  readonly view: ReturnType<typeof viewLook> | undefined;
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
  filterId,
  filterPanel,
  total,
  onFilterMissing,
  onChange,
}: Props) {
  const text = useText();
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
          action={<Button onClick={() => onChange({ view: undefined })}>{text('leaveTrash')}</Button>}
        />
      )}
      <ViewNote manifest={manifest} saved={state.saved} />
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
      {state.filter.length > 0 && (
        <Overlay open={false} instead={<div className="chips-place" />}>
          <FilterChips {...filtering} />
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
