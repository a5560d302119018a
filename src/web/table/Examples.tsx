import { Typography } from 'antd';
import type { BulkReport, Manifest } from '#resource';
import { useText } from '../settings/useText.ts';
import { ChangeList } from './ChangeList.tsx';
import './examples.css';

interface Props {
  readonly manifest: Manifest;
  readonly examples: BulkReport['examples'];
  /** How many rows would change in all. */
  readonly changed: number;
  readonly title?: string;
}

/** The first rows that would change, before and after. */
export function Examples({ manifest, examples, changed, title }: Props) {
  const text = useText();
  if (examples.length === 0) return null;
  const list = (
    <ul className="change-examples" aria-label={title}>
      {examples.map(({ id, name, changes }) => (
        <li key={id}>
          <Typography.Text strong>{name ?? `#${id}`}</Typography.Text>
          <ChangeList manifest={manifest} changes={changes} row={{ id }} />
        </li>
      ))}
      {changed > examples.length && (
        <li>
          <Typography.Text type="secondary">{text('moreOf', { count: changed - examples.length })}</Typography.Text>
        </li>
      )}
    </ul>
  );
  if (title === undefined) return list;
  return (
    <div className="titled-examples">
      <Typography.Text strong>{title}</Typography.Text>
      {list}
    </div>
  );
}
