import { Popover, Tag } from 'antd';
import { useText } from '../settings/useText.ts';
import { shownTags } from './tagsText.ts';

export interface TagItem {
  readonly key: string | number;
  readonly label: string;
  readonly color?: string | undefined;
}

/** The first few as tags; the others behind a button that shows them on hover, focus or touch. */
export function TagList({ items }: { items: readonly TagItem[] }) {
  const text = useText();
  const rest = items.slice(shownTags);
  return (
    <span className="cell-tags">
      {items.slice(0, shownTags).map(one)}
      {rest.length > 0 && (
        <Popover trigger={['hover', 'focus']} content={<div className="cell-tags-rest">{rest.map(one)}</div>}>
          <button
            type="button"
            className="cell-more"
            aria-label={text('common:named', {
              name: text('moreOf', { count: rest.length }),
              value: rest.map(({ label }) => label).join(text('or')),
            })}
          >
            +{rest.length}
          </button>
        </Popover>
      )}
    </span>
  );
}

const one = ({ key, label, color }: TagItem) => (
  <Tag key={key} color={color} title={label}>
    {label}
  </Tag>
);
