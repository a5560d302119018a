import { Checkbox, Input, Modal, Select, Typography } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type PropsWithChildren, type RefObject } from 'react';
import { longestViewName, viewSharings, type SavedView, type ViewSharing } from '#resource';
import { HttpProblem } from '../../http/problem.ts';
import { useRequest } from '../../http/useRequest.ts';
import { notify } from '../../messages/notify.ts';
import { adminRealm } from '../../realms/admin.ts';
import { useRealm } from '../../realms/RealmContext.ts';
import { useText } from '../../settings/useText.ts';
import { useFirstFocus } from '../formFocus.ts';
import { useSavedViews } from './useSavedViews.ts';
import type { ViewMenuProps } from './ViewMenu.tsx';
import { viewStateOf } from './viewState.ts';

interface Props extends Omit<ViewMenuProps, 'onChange' | 'filterId'> {
  /** The one that is edited; undefined for a new one. */
  readonly view: SavedView | undefined;
  /** `made`: the id of one that is new. */
  readonly onClose: (made?: number) => void;
}

/** What a view is called, who sees it beside its owner, and where it is shown. A new one keeps the list as it stands. */
export function ViewDialog({ manifest, state, columns, view, onClose }: Props) {
  const text = useText();
  const { name: realm } = useRealm();
  const views = useSavedViews(manifest);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [name, setName] = useState(view?.name ?? '');
  const [sharing, setSharing] = useState<ViewSharing>(view?.sharing ?? 'own');
  const [groups, setGroups] = useState<readonly number[]>(view?.group_ids ?? []);
  const [inMenu, setInMenu] = useState(view?.in_menu ?? false);
  const [opens, setOpens] = useState(view !== undefined && manifest.saved?.opens === view.id);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (name.trim() === '') return setWrong({ name: text('view:nameMissing') });
    if (sharing === 'groups' && groups.length === 0) return setWrong({ group_ids: text('view:groupMissing') });
    setBusy(true);
    try {
      const saved = await views.save({
        ...(view ? { id: view.id } : { state: viewStateOf(manifest, state, columns.choice) }),
        name: name.trim(),
        sharing,
        group_ids: groups,
        in_menu: inMenu,
        opens,
      });
      notify.success(text(view ? 'saved' : 'added', { row: name.trim() }));
      onClose(view ? undefined : saved);
    } catch (error) {
      setWrong(error instanceof HttpProblem ? errorsIn(error.data) : {});
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text(view ? 'view:editTitle' : 'view:saveAs')}
      width={440}
      okText={text('save')}
      cancelText={text('cancel')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={() => onClose()}
    >
      <div className="view-form" ref={place}>
        <FirstFocus place={place} />
        <Field id={`${id}n`} label={text('view:name')} wrong={wrong['name']}>
          <Input
            id={`${id}n`}
            maxLength={longestViewName}
            value={name}
            status={wrong['name'] === undefined ? undefined : 'error'}
            aria-invalid={wrong['name'] !== undefined}
            aria-describedby={`${id}nw`}
            onPressEnter={() => void save()}
            onChange={({ target }) => {
              setName(target.value);
              setWrong({});
            }}
          />
        </Field>
        {realm === adminRealm.name && (
          <>
            <Field id={`${id}s`} label={text('view:sharing')}>
              <Select<ViewSharing>
                id={`${id}s`}
                value={sharing}
                options={viewSharings.map((value) => ({ value, label: text(`view:shareWith.${value}`) }))}
                onChange={setSharing}
              />
            </Field>
            {sharing === 'groups' && (
              <Field id={`${id}g`} label={text('view:groups')} wrong={wrong['group_ids']}>
                <GroupChoice
                  id={`${id}g`}
                  value={groups}
                  onChange={(next) => {
                    setGroups(next);
                    setWrong({});
                  }}
                />
              </Field>
            )}
          </>
        )}
        <Checkbox checked={inMenu} onChange={({ target }) => setInMenu(target.checked)}>
          {text('view:inMenu')}
        </Checkbox>
        <Checkbox checked={opens} onChange={({ target }) => setOpens(target.checked)}>
          {text('view:opens')}
        </Checkbox>
        {sharing !== 'own' && <Typography.Text type="secondary">{text('view:sharingHelp')}</Typography.Text>}
      </div>
    </Modal>
  );
}

/** Once the dialog has drawn what is in it. */
function FirstFocus({ place }: { readonly place: RefObject<HTMLElement | null> }) {
  useFirstFocus(place, true, 'input:enabled');
  return null;
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly wrong?: string | undefined;
}

/** A label above an input, and below it what is wrong with it. */
function Field({ id, label, wrong, children }: PropsWithChildren<FieldProps>) {
  return (
    <div className="view-field">
      <label htmlFor={id}>{label}</label>
      {children}
      {wrong !== undefined && (
        <Typography.Text type="danger" id={`${id}w`} role="alert">
          {wrong}
        </Typography.Text>
      )}
    </div>
  );
}

/** What is wrong with which field, as the server says. */
function errorsIn(data: unknown): Readonly<Record<string, string>> {
  const { errors } = (data ?? {}) as { readonly errors?: Readonly<Record<string, string>> };
  return errors ?? {};
}

interface GroupProps {
  readonly id: string;
  readonly value: readonly number[];
  readonly onChange: (groups: readonly number[]) => void;
}

/** Groups that the person may share with: their own and those below. */
function GroupChoice({ id, value, onChange }: GroupProps) {
  const { base } = useRealm();
  const request = useRequest();
  const { data = [] } = useQuery({
    queryKey: ['viewGroups'],
    queryFn: () => request.get<readonly { id: number; name: string }[]>(`${base}/ajax/viewGroups`),
    staleTime: 60_000,
  });
  return (
    <Select<number[]>
      id={id}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      value={[...value]}
      options={data.map((group) => ({ value: group.id, label: group.name }))}
      onChange={onChange}
    />
  );
}
