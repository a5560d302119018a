import { LeftOutlined, LinkOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Manifest } from '#resource';
import { Crumbs } from '../../components/Crumbs.tsx';
import { Hint } from '../../components/Hint.tsx';
import type { ListRow } from '../../fields/view.ts';
import { notify } from '../../messages/notify.ts';
import { useOpenPages } from '../../navigation/openPages.ts';
import { usePagePlaces } from '../../navigation/pagePlaces.ts';
import { copyText } from '../../plainHttp/copyText.ts';
import { useShortcut } from '../../navigation/shortcuts.ts';
import { useTabScope } from '../../navigation/tabScope.ts';
import { useText } from '../../settings/useText.ts';
import { BarButton, MoreButton } from '../actions/buttons.tsx';
import { rowActions } from '../actions/index.ts';
import type { RowsCall, Tool } from '../actions/listAction.ts';
import { nameOf } from '../nameOf.ts';
import { RowDialogs } from '../RowDialogs.tsx';
import { useRowActions } from '../useRowActions.ts';
import { useRowDialogs } from '../useRowDialogs.ts';
import { isOffered } from '../withheld.ts';
import { PeopleThere } from './PeopleThere.tsx';
import { BackToList, useLeaveRecord, useListPlace } from './recordPlace.tsx';
import { usePresence } from './usePresence.ts';
import { useNeighbours, type Neighbour } from './useNeighbours.ts';

interface Props {
  readonly manifest: Manifest;
  readonly row: ListRow;
  readonly onPrint: () => void;
  /** Something has been done with the record. */
  readonly onDone: () => Promise<void>;
}

/** What the record is called, the way back and to its neighbours, and what can be done with it. */
export function RecordHeader({ manifest, row, onPrint, onDone }: Props) {
  const text = useText();
  const actions = useRowActions(manifest);
  const dialogs = useRowDialogs();
  const call = async (wanted: RowsCall, ids: readonly number[]): Promise<void> => {
    if (wanted.form) dialogs.ask({ action: wanted.form, ids, row, done: wanted.done });
    else if (await actions.run(wanted, ids)) await onDone();
  };
  const offered = rowActions(manifest, undefined).filter(({ name }) => isOffered(row, name));
  const toolOf = (name: string): Tool | undefined =>
    offered
      .find((each) => each.name === name)
      ?.row?.(
        {
          manifest,
          row,
          onEdit: () => dialogs.edit([row.id]),
          onDuplicate: dialogs.duplicate,
          onHistory: dialogs.showHistory,
          onCall: (wanted, ids) => void call(wanted, ids),
        },
        text,
      );
  const editTool = toolOf('edit');
  const { path, isShown } = useTabScope();
  const { address } = useListPlace(manifest);
  const navigate = useNavigate();
  const place = usePagePlaces()(path);
  useShortcut('edit', () => (isShown() && editTool ? editTool.onClick() : false));
  // The history is on the page.
  const others = offered.flatMap(({ name }) => (name === 'edit' || name === 'history' ? [] : (toolOf(name) ?? [])));
  const ownTools: Tool[] = [
    { name: text('record:copyAddress'), icon: <LinkOutlined />, onClick: () => void copyAddress(text) },
    { name: text('record:print'), icon: <PrinterOutlined />, onClick: onPrint },
  ];
  const tools = [...others.filter(({ danger }) => !danger), ...ownTools, ...others.filter(({ danger }) => danger)];
  return (
    <header className="record-header">
      <div className="record-heading">
        <Crumbs above={place?.above}>
          <BackToList manifest={manifest} />
        </Crumbs>
        <h2>{nameOf(manifest, row)}</h2>
        <PeopleThere people={usePresence(manifest, row.id, 'view')} />
      </div>
      <div className="record-tools">
        <Neighbours manifest={manifest} row={row} />
        {editTool && <BarButton tool={{ ...editTool, primary: true, named: true }} {...plain} />}
        <MoreButton tools={tools} size="middle" />
      </div>
      <RowDialogs
        manifest={manifest}
        dialogs={dialogs}
        once
        onSaved={({ id }) => {
          void actions.refresh();
          // A duplicate: whoever makes one goes on with that.
          if (id !== row.id) void navigate(`${address}/${id}`);
        }}
        onDone={() => void actions.refresh().then(onDone)}
      />
    </header>
  );
}

const plain = { leftOut: undefined, disabled: false, busy: false, short: false } as const;

const copyAddress = (text: ReturnType<typeof useText>): Promise<void> =>
  copyText(location.origin + location.pathname).then(
    () => notify.success(text('record:copied')),
    () => notify.error(text('record:notCopied')),
  );

/** The way to the records before and behind it in the list, which stays in step: each takes the place of this one. */
function Neighbours({ manifest, row }: Pick<Props, 'manifest' | 'row'>) {
  const text = useText();
  const { open } = useOpenPages();
  const { address } = useListPlace(manifest);
  const leave = useLeaveRecord(manifest);
  const [going, setGoing] = useState(false);
  const found = useNeighbours(manifest, row.id);
  if (!found || found.total < 2) return null;
  const { before, behind, place, total } = found;
  const go = ({ id, search }: Neighbour): void => {
    setGoing(true);
    open(address, search);
    leave(`${address}/${id}`);
  };
  const button = (name: string, icon: React.ReactNode, to: Neighbour | undefined) => (
    <Hint title={name}>
      <Button icon={icon} aria-label={name} disabled={!to || going} onClick={() => to && go(to)} />
    </Hint>
  );
  return (
    <nav className="record-neighbours" aria-label={text('record:neighbours')}>
      {place !== undefined && <span className="record-place">{text('placeOf', { place, total })}</span>}
      {button(text('record:before'), <LeftOutlined />, before)}
      {button(text('record:behind'), <RightOutlined />, behind)}
    </nav>
  );
}
