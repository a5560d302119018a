import { Select, Spin } from 'antd';
import { useMemo, useState, type UIEvent } from 'react';
import type { RelationManifest } from '#resource';
import { useText } from '../settings/useText.ts';
import { NoOptions } from '../components/NoOptions.tsx';
import { useDebounced } from '../components/useDebounced.ts';
import { titleOf, useChoices, useChosen } from './useRelated.ts';
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
  const { rows, isFetching, isError, hasNextPage, fetchNextPage } = useChoices(
    relation,
    useDebounced(word, 300),
    opened,
  );
  const ids = useMemo(() => idsOf(props.value), [props.value]);
  const chosen = useChosen(
    relation,
    ids.filter((id) => related(props, relation, id) === undefined),
  );
  const labels = new Map([...chosen, ...rows].map((row) => [row.id, titleOf(row, relation.title)]));
  const nameOf = (id: number): string => labels.get(id) ?? related(props, relation, id) ?? String(id);
  const more = (event: UIEvent<HTMLDivElement>): void => {
    const list = event.currentTarget;
    if (hasNextPage && !isFetching && list.scrollTop + list.clientHeight > list.scrollHeight - 40) void fetchNextPage();
  };
  const options = rows.map((row) => ({ value: row.id, label: nameOf(row.id) }));
  const values = ids.map((id) => ({ value: id, label: nameOf(id) }));
  return (
    <Select
      {...selectProps(props)}
      disabled={props.disabled || !relation.selectable}
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
      value={(multiple ? values : (values[0] ?? null)) as never}
      onChange={(next: unknown) =>
        props.onChange?.(
          multiple
            ? (next as { value: number }[]).map((each) => each.value)
            : ((next as { value: number } | undefined)?.value ?? null),
        )
      }
    />
  );
}

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
