import { ThunderboltOutlined } from '@ant-design/icons';
import type { ActionManifest } from '#resource';
import { nameOf } from '../nameOf.ts';
import { useText } from '../../settings/useText.ts';
import { BarTool, RowTool, type Asked } from './buttons.tsx';
import type { BarButtonProps, ListAction, RowButtonProps, RowsCall } from './listAction.ts';

/** An action that the manifest describes: one of the table's own, or of a plugin's trait. */
export function ownAction(action: ActionManifest): ListAction {
  const { name, view, place, on } = action;
  const inRow = place === 'row' || place === 'both';
  const inBar = place === 'list' || place === 'both';
  return {
    name,
    view,
    ticked: on === 'rows',
    ...(inRow && { Row: (props: RowButtonProps) => <Row {...props} action={action} /> }),
    ...(inBar && { Bar: (props: BarButtonProps) => <Bar {...props} action={action} /> }),
  };
}

const iconOf = ({ icon }: ActionManifest) => (icon ? <i className={icon} aria-hidden /> : <ThunderboltOutlined />);

const callOf = (action: ActionManifest, done: string): RowsCall => ({
  name: action.name,
  method: action.method,
  done: action.done ?? done,
  ...(action.form && { form: action }),
});

/** What a form asks is answered there. */
const askedBy = ({ confirm, form }: ActionManifest, about: string): { asked?: Asked } =>
  confirm === undefined || form ? {} : { asked: { question: confirm, about } };

function Row({ action, manifest, row, onCall }: RowButtonProps & { action: ActionManifest }) {
  const text = useText();
  return (
    <RowTool
      name={action.label}
      icon={iconOf(action)}
      danger={action.danger}
      {...askedBy(action, text('rowNamed', { row: nameOf(manifest, row) }))}
      onClick={() => onCall(callOf(action, text('done.own', { action: action.label })), [row.id])}
    />
  );
}

function Bar({ action, selected, busy, phone, onCall }: BarButtonProps & { action: ActionManifest }) {
  const text = useText();
  const ids = action.on === 'list' ? [] : selected;
  return (
    <BarTool
      name={action.label}
      icon={iconOf(action)}
      danger={action.danger}
      {...askedBy(action, action.on === 'list' ? '' : text('chosen', { count: ids.length }))}
      disabled={action.on !== 'list' && ids.length === 0}
      busy={busy}
      short={phone}
      onClick={() => onCall(callOf(action, text('done.own', { action: action.label })), ids)}
    />
  );
}
