import { ThunderboltOutlined } from '@ant-design/icons';
import type { ActionManifest } from '#resource';
import { nameOf } from '../nameOf.ts';
import type { ListAction, RowsCall, Tool } from './listAction.ts';

/** An action that the manifest describes: one of the table's own, or of a plugin's trait. */
export function ownAction(action: ActionManifest): ListAction {
  const { name, label, view, place, on, icon, danger } = action;
  const isIn = (where: 'row' | 'list'): boolean => place === where || place === 'both';
  const looks = { name: label, icon: icon ? <i className={icon} aria-hidden /> : <ThunderboltOutlined />, danger };
  return {
    name,
    view,
    ticked: on === 'rows',
    ...(isIn('row') && {
      row: ({ manifest, row, onCall }, text) => ({
        ...looks,
        ...askedBy(action, text('rowNamed', { row: nameOf(manifest, row) })),
        onClick: () => onCall({ ...callOf(action, text('done.own', { action: label })), row }, [row.id]),
      }),
    }),
    ...(isIn('list') && {
      bar: ({ selected, count, onCall }, text) => ({
        ...looks,
        ...askedBy(action, on === 'list' ? '' : text('chosen', { count })),
        onClick: () => onCall(callOf(action, text('done.own', { action: label })), on === 'list' ? [] : selected),
      }),
    }),
  };
}

/** The call of an action that somebody has chosen; `done` is said where the action has no words of its own. */
export const callOf = (action: ActionManifest, done: string): RowsCall => ({
  name: action.name,
  method: action.method,
  done: action.done ?? done,
  ...(action.form && { form: action }),
});

/** What a form asks is answered there. */
const askedBy = ({ confirm, form }: ActionManifest, about: string): Pick<Tool, 'asked'> =>
  confirm === undefined || form ? {} : { asked: { question: confirm, about } };
