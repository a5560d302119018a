import type { ListRow } from '../../fields/view.ts';
import { notify } from '../../messages/notify.ts';
import { useText } from '../../settings/useText.ts';
import { nameOf } from '../nameOf.ts';
import { isOffered } from '../withheld.ts';
import { BarButton, type Offer } from './buttons.tsx';
import type { BarProps, BarTool, ListAction } from './listAction.ts';

interface Props extends Omit<BarProps, 'selected'> {
  readonly action: ListAction;
  /** None for an action on the list. */
  readonly ticked: readonly ListRow[];
  /** Asks elsewhere what the button would ask beside it. */
  readonly onAsk?: ((asking: Asking) => void) | undefined;
}

/** An action that is asked about, with the rows that it would be done with. */
export interface Asking {
  readonly action: string;
  readonly tool: BarTool;
  readonly count: number;
}

/** What the button of an action offers: with ticked rows it is for those that allow it, and says which ones it leaves out. */
export function offerOf({ action, ticked, count, onAsk, ...props }: Props, text: ReturnType<typeof useText>): Offer {
  const { manifest, busy } = props;
  const { name, needs = name, bar } = action;
  // Of all that the list has the server knows: it does it with all of them, or with none.
  const left = count > ticked.length ? [] : ticked.filter((row) => !isOffered(row, needs));
  const selected = ticked.filter((row) => !left.includes(row)).map(({ id }) => id);
  const rows = left.map((row) => `“${nameOf(manifest, row)}”`).join(text('or'));
  const leftOut = left.length > 0 ? text('leftOut', { rows }) : undefined;
  const most = count - left.length;
  const tool = bar!({ ...props, selected, count: most }, text);
  const said = leftOut === undefined ? tool : saying(leftOut, tool);
  const isAsked = onAsk && (said.asked || action.asksOfMany);
  const isFree = busy === undefined || busy === name;
  return {
    tool: isAsked
      ? { ...said, asked: undefined, onClick: () => onAsk({ action: name, tool: said, count: most }) }
      : said,
    leftOut,
    disabled: ticked.length > 0 && (selected.length === 0 || !isFree),
    busy: busy === name,
  };
}

/** The button of an action. */
export function ActionButton(props: Props) {
  return <BarButton {...offerOf(props, useText())} short={props.phone} />;
}

/** Says it in the question, or as soon as the button is pressed. */
const saying = (leftOut: string, tool: BarTool): BarTool =>
  tool.asked
    ? { ...tool, asked: { ...tool.asked, about: `${tool.asked.about} ${leftOut}` } }
    : {
        ...tool,
        onClick: () => {
          notify.warning(leftOut);
          tool.onClick();
        },
      };
