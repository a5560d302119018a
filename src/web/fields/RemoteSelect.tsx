import { PlusOutlined } from '@ant-design/icons';
import { Select, Spin } from 'antd';
import { useContext, useMemo, useState, type UIEvent } from 'react';
import type { RelationManifest } from '#resource';
import { useText } from '../settings/useText.ts';
import { NoOptions } from '../components/NoOptions.tsx';
import { useDebounced } from '../components/useDebounced.ts';
import { OfferedRowContext } from './createRelated.ts';
import { titleOf, useChoices, useChosen } from './useRelated.ts';
import { useHints } from './useHints.ts';
import { selectProps, type InputProps } from './view.ts';

interface Props extends InputProps {
  multiple?: boolean;
}

/** Rows of another table to choose from: found by a word, loaded page by page, the chosen ones always by their name. */
export function RemoteSelect({ multiple = false, ...props }: Props) {
  const relation = props.field.relation;
  if (!relation) return null;
  return <Choice {...props} multiple={multiple} relation={relation} />;
}

function Choice({ multiple, relation, ...props }: Props & { relation: RelationManifest }) {
  const text = useText();
  const [opened, setOpened] = useState(false);
  const [word, setWord] = useState('');
  const asked = useDebounced(word, 300);
  const { rows, isFetching, isError, hasNextPage, fetchNextPage } = useChoices(relation, asked, opened);
  const offered = useContext(OfferedRowContext);
  const ids = useMemo(() => idsOf(props.value), [props.value]);
  const chosen = useChosen(
    relation,
    ids.filter((id) => related(props, relation, id) === undefined),
  );
  const labels = new Map([...chosen, ...rows].map((row) => [row.id, titleOf(row, relation.title)]));
  const nameOf = (id: number): string => labels.get(id) ?? related(props, relation, id) ?? String(id);
  const hints = useHints(relation, [...new Set([...rows.map(({ id }) => id), ...ids])], nameOf, [...chosen, ...rows]);
  const labelOf = (id: number): string => {
    const hint = hints.get(id);
    return hint === undefined ? nameOf(id) : text('hinted', { name: nameOf(id), hint });
  };
  const more = (event: UIEvent<HTMLDivElement>): void => {
    const list = event.currentTarget;
    if (hasNextPage && !isFetching && list.scrollTop + list.clientHeight > list.scrollHeight - 40) void fetchNextPage();
  };
  const options: { value: number; label: string }[] = rows.map(({ id }) => ({ value: id, label: labelOf(id) }));
  const named = word.trim();
  const isAnswered = named !== '' && asked === word && !isFetching && !isError && !hasNextPage;
  if (offered && isAnswered && !rows.some(({ id }) => nameOf(id) === named))
    options.push({ value: notYet, label: text('createNamed', { row: offered.label, name: named }) });
  const choose = (next: readonly number[]): void => {
    if (!next.includes(notYet)) return props.onChange?.(multiple ? next : (next[0] ?? null));
    setWord('');
    offered!.make(named);
  };
  const values = ids.map((id) => ({ value: id, label: labelOf(id) }));
  return (
    <Select
      {...selectProps(props)}
      disabled={props.disabled || !relation.selectable}
      {...(!relation.selectable && { placeholder: text('noChoices') })}
      className="full-width"
      mode={multiple ? 'multiple' : undefined}
      labelInValue
      allowClear
      showSearch={{ filterOption: false, searchValue: word, onSearch: setWord }}
      onOpenChange={(open) => open && setOpened(true)}
      onPopupScroll={more}
      maxTagCount="responsive"
      notFoundContent={
        <NoOptions text={isError ? text('loadFailed') : undefined}>{isFetching && <Spin size="small" />}</NoOptions>
      }
      loading={opened && isFetching}
      options={options}
      optionRender={({ value, label }) =>
        value === notYet ? (
          <>
            <PlusOutlined aria-hidden /> {label}
          </>
        ) : (
          <Named name={nameOf(Number(value))} hint={hints.get(Number(value))} />
        )
      }
      value={(multiple ? values : (values[0] ?? null)) as never}
      onChange={(next: unknown) => choose([next ?? []].flat().map((each) => (each as { value: number }).value))}
    />
  );
}

/** A choice; one of several of the same name with what tells it apart. */
const Named = ({ name, hint }: { readonly name: string; readonly hint: string | undefined }) =>
  hint === undefined ? (
    name
  ) : (
    <>
      {name} <span className="choice-hint">{hint}</span>
    </>
  );

/** The id of a row that is yet to be made; no row has it. */
const notYet = 0;

const idsOf = (value: unknown): readonly number[] =>
  [value]
    .flat()
    .filter((each) => each !== null && each !== undefined && each !== '' && each !== 0)
    .map(Number);

/** The name that came with the row, so that nothing has to be asked. */
function related(props: InputProps, relation: RelationManifest, id: number): string | undefined {
  const beside = props.row?.[relation.name] as
    Record<string, unknown> | readonly Record<string, unknown>[] | null | undefined;
  const found = [beside ?? []].flat().find((each) => typeof each === 'object' && each['id'] === id) as
    Record<string, unknown> | undefined;
  const title = found?.[relation.title];
  return title === undefined || title === null ? undefined : String(title as string);
}
