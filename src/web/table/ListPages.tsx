import { Pagination, type PaginationProps } from 'antd';
import { cloneElement, isValidElement } from 'react';
import { numberText } from '../fields/cells.tsx';
import { useText } from '../settings/useText.ts';
import type { ListState } from './listShape.ts';
import { pageSizes } from './pageSizes.ts';

interface Props {
  readonly state: ListState;
  readonly total: number;
  readonly phone: boolean;
  readonly onChange: (change: Partial<ListState>) => void;
}

/** What people choose from, with what the list has now. */
const sizesWith = (limit: number): number[] =>
  [...new Set([...pageSizes, limit])].toSorted((one, other) => one - other);

/** Numbers of pages are grouped as all others are. */
const grouped: PaginationProps['itemRender'] = (page, type, element) =>
  type === 'page' && isValidElement(element) ? cloneElement(element, undefined, numberText({ value: page })) : element;

/** Below the rows: which page of them this is, and how many stand on one. */
export function ListPages({ state, total, phone, onChange }: Props) {
  const text = useText();
  return (
    <Pagination
      className="list-pages"
      align="end"
      simple={phone}
      current={state.page}
      pageSize={state.limit}
      total={total}
      itemRender={grouped}
      pageSizeOptions={sizesWith(state.limit)}
      showSizeChanger
      showQuickJumper={!phone && total > state.limit * 10}
      showTotal={(all, [from, to]) => text('totalOf', { from, to, total: all })}
      onChange={(page, limit) => onChange(limit === state.limit ? { page } : { page: 1, limit })}
    />
  );
}
