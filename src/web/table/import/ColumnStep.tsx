import { Alert, Radio, Select, Typography } from 'antd';
import { useState } from 'react';
import { useText } from '../../settings/useText.ts';
import type { ImportState } from '#resource';

interface Chosen {
  readonly columns: readonly (string | null)[];
  /** Undefined until somebody has chosen. */
  readonly key?: string;
}

/** What the person has chosen for the columns of an import, at first what the server has guessed. */
export function useColumns(state: ImportState | undefined) {
  const [chosen, choose] = useState<Chosen & { readonly id: number }>();
  if (state && chosen?.id !== state.id) choose({ id: state.id, columns: state.columns });
  const { columns = [], key } = chosen ?? {};
  // A field that fills nothing finds nothing.
  const isUsable = key === '' || (key !== undefined && columns.includes(key));
  return {
    chosen: { columns, key: isUsable ? key : state ? likelyKey(state, columns) : '' },
    isReady: columns.some((name) => name !== null && name !== 'id'),
    /** Each field is filled by one column: choosing it takes it from another. */
    onColumn: (at: number, name: string | null) =>
      choose(
        (now) =>
          now && { ...now, columns: now.columns.map((each, of) => (of === at ? name : each === name ? null : each)) },
      ),
    onKey: (name: string) => choose((now) => now && { ...now, key: name }),
  };
}

/** By what records are found until somebody chooses: by their id, or by what no two share where rows could not be added. */
function likelyKey({ fields, keys, absent }: ImportState, columns: Chosen['columns']): string {
  if (columns.includes('id')) return 'id';
  const isAddable = absent.length === 0 && fields.every(({ name, required }) => !required || columns.includes(name));
  return isAddable ? '' : (keys.find(({ name }) => columns.includes(name))?.name ?? '');
}

type Props = { readonly state: ImportState } & Pick<ReturnType<typeof useColumns>, 'chosen' | 'onColumn' | 'onKey'>;

/** Which field each column fills, and by which one records are found. */
export function ColumnStep({ state, chosen, onColumn, onKey }: Props) {
  const text = useText();
  const { file, charset, lines, header, sample, fields, keys, absent } = state;
  const options = [
    { value: '', label: text('import:ignored') },
    ...fields.map(({ name, label, required }) => ({ value: name, label: required ? `${label} *` : label })),
  ];
  const possible = keys.filter(({ name }) => chosen.columns.includes(name));
  return (
    <>
      <Typography.Text>{text('import:rowsIn', { file, count: lines })}</Typography.Text>
      {charset !== '' && <Alert type="warning" showIcon title={text('import:assumed')} />}
      <div className="import-columns" role="table" aria-label={text('import:columns')}>
        <div role="row" className="import-head">
          {['column', 'example', 'field'].map((name) => (
            <span role="columnheader" key={name}>
              {text(`import:${name}`)}
            </span>
          ))}
        </div>
        {header.map((title, at) => {
          const name = title || text('import:unnamed', { number: at + 1 });
          return (
            <div role="row" key={at}>
              <span role="cell">{name}</span>
              <span role="cell" className="import-example">
                {sample.map((cells) => cells[at]).find((cell) => cell) ?? ''}
              </span>
              <span role="cell">
                <Select
                  aria-label={text('import:fieldFor', { column: name })}
                  showSearch={{ optionFilterProp: 'label' }}
                  value={chosen.columns[at] ?? ''}
                  options={options}
                  onChange={(value) => onColumn(at, value || null)}
                />
              </span>
            </div>
          );
        })}
      </div>
      {absent.length > 0 && (
        <Alert type="warning" showIcon title={text('import:onlyByHand', { fields: absent.join(text('import:and')) })} />
      )}
      {possible.length === 0 && keys.length > 0 && (
        <Typography.Text type="secondary">
          {text(absent.length > 0 ? 'import:noKey' : 'import:allNew', {
            fields: keys.map(({ label }) => label).join(text('import:or')),
          })}
        </Typography.Text>
      )}
      {possible.length > 0 && (
        <Radio.Group
          className="import-mode"
          aria-label={text('import:mode')}
          value={chosen.key}
          options={[
            ...possible.map(({ name, label }) => ({
              value: name,
              label: text(absent.length > 0 ? 'import:onlyUpdateBy' : 'import:updateBy', { field: label }),
            })),
            ...(absent.length > 0 ? [] : [{ value: '', label: text('import:addAll') }]),
          ]}
          onChange={({ target }) => onKey(target.value as string)}
        />
      )}
    </>
  );
}
