import { Empty } from 'antd';
import type { ReactNode } from 'react';

/**
 * Stands in a list that has nothing to choose, as an option that cannot be chosen: the list would hold none, and its input
 * point at one that is not there (the library numbers it -1).
 */
export function NoOptions({ text, children }: { readonly text?: string | undefined; readonly children?: ReactNode }) {
  return (
    <div role="option" aria-selected={false} aria-disabled ref={takeNumber}>
      {children || <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} {...(text !== undefined && { description: text })} />}
    </div>
  );
}

function takeNumber(option: HTMLElement | null): void {
  const list = option?.closest('[role=listbox]');
  if (option && list) option.id = `${list.id}_-1`;
}
