import { CloseOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Filter } from '#resource';
import { Hint } from '../components/Hint.tsx';
import { Overlay } from '../components/Overlay.tsx';
import type { ListRow } from '../fields/view.ts';
import { lazyPart } from '../loading/lazyPart.tsx';
import { useTabScope } from '../navigation/tabScope.ts';
import { loadTexts } from '../settings/i18n.ts';
import { useText } from '../settings/useText.ts';
import { offerOf, type Asking } from './actions/ActionButton.tsx';
import { BarButton, MoreButton, type Offer } from './actions/buttons.tsx';
import { mostInTurn } from './actions/edit.tsx';
import { tickedActions } from './actions/index.ts';
import type { BarProps, ListAction, Tool } from './actions/listAction.ts';
import { focusTicks } from './focusTicks.ts';
import type { ListState } from './listShape.ts';
import { useReturningFocus } from './useReturningFocus.ts';
import './selection.css';

const ManyQuestion = lazyPart(
  async () => (await Promise.all([import('./ManyQuestion.tsx'), loadTexts('many', 'filter')]))[0].ManyQuestion,
);

/** Rows that people have ticked and may still have in mind; more are asked about in a dialog. */
const mostAtOnce = 100;

interface Props extends Omit<BarProps, 'selected' | 'onAdd' | 'onImport'> {
  readonly state: ListState;
  /** What must hold of every row besides. */
  readonly fixed: readonly Filter[];
  readonly ticked: readonly ListRow[];
  /** How many rows the list has, where all of them can be chosen at once. */
  readonly total: number | undefined;
  readonly onAll: () => void;
  readonly onClear: () => void;
}

/**
 * What can be done with the ticked rows, in sight as long as there are any: in the place of the toolbar, so that no row moves; on
 * a phone below the rows, within reach of a thumb.
 */
export function SelectionBar({ state, fixed, total, onAll, onClear, ...props }: Props) {
  const { manifest, count, ticked } = props;
  const text = useText();
  const box = useRef<HTMLElement>(null);
  const clear = useRef<HTMLButtonElement>(null);
  const [asking, ask] = useReturningFocus<Asking>();
  useEscape(onClear);
  useLayoutEffect(() => {
    const bar = box.current;
    return () => {
      if (bar?.contains(document.activeElement)) focusTicks();
    };
  }, []);
  // Rows one after the other are rows that are named, and not too many.
  const isFew = count === ticked.length && count <= mostInTurn;
  const actions = tickedActions(manifest, state.view).filter(({ each }) => !each || isFew);
  const areAll = count > ticked.length;
  const areMany = areAll || count > mostAtOnce;
  const offers = (action: ListAction): Offer =>
    offerOf({ ...props, onAdd: nothing, onImport: nothing, action, onAsk: areMany ? ask : undefined }, text);
  // A phone has room for a few names, and icons alone say little: the others are named in a menu.
  const rest = props.phone ? actions.filter((action) => !offers(action).tool.named) : [];
  const others = rest.length > 1 ? rest : [];
  const buttons = actions.filter((action) => !others.includes(action));
  return (
    <section ref={box} className="selection-bar" data-phone={props.phone} aria-label={text('selection')}>
      <Flex gap={4} align="center" className="selection-count">
        <Hint title={text('clearSelection')}>
          <Button
            ref={clear}
            type="text"
            aria-label={text('clearSelection')}
            icon={<CloseOutlined />}
            onClick={onClear}
          />
        </Hint>
        <strong>{text('selectedCount', { count })}</strong>
        {total !== undefined && total > count && (
          <Button
            type="link"
            size="small"
            onClick={() => {
              // It goes with this; the focus stays in the bar.
              clear.current?.focus();
              onAll();
            }}
          >
            {text('selectMatching', { count: total })}
          </Button>
        )}
      </Flex>
      <Flex gap="small" wrap>
        {buttons.map((action) => (
          <BarButton key={action.name} {...offers(action)} short={false} />
        ))}
        {others.length > 0 && <MoreButton tools={others.map(offers).map(inMenu)} size="middle" named />}
      </Flex>
      {asking && (
        <Overlay onMissing={() => ask(undefined)}>
          <ManyQuestion {...{ manifest, state, fixed, areAll }} {...asking} onClose={() => ask(undefined)} />
        </Overlay>
      )}
    </section>
  );
}

const nothing = (): void => {};

const inMenu = ({ tool, disabled, busy }: Offer): Tool => ({ ...tool, disabled: disabled || busy });

/** What takes the key for itself: texts, and whatever has opened. */
const busyWithEscape = [
  'input:not([type=checkbox])',
  'textarea',
  '[contenteditable=true]',
  '[aria-expanded=true]',
  '.ant-popover',
  '.ant-dropdown',
  '.ant-select-dropdown',
  '.ant-modal-root',
  '.ant-drawer',
].join();

/** Escape clears the selection, unless it is for something else. */
function useEscape(onClear: () => void): void {
  const { isShown } = useTabScope();
  useEffect(() => {
    const listen = ({ key, target }: KeyboardEvent): void => {
      if (key !== 'Escape' || !isShown() || document.querySelector('.row-dragging, .ant-modal-wrap:not([style*=none])'))
        return;
      if (target instanceof Element && !target.closest(busyWithEscape)) onClear();
    };
    // Before what is open closes, and takes the focus with it.
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, [isShown, onClear]);
}
