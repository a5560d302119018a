import { SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { useRef } from 'react';
import type { Manifest } from '#resource';
import { Hint } from '../components/Hint.tsx';
import { useFirstFocus } from './formFocus.ts';
import { usePopup } from './usePopup.ts';
import { useText } from '../settings/useText.ts';

interface Props {
  readonly manifest: Manifest;
  readonly shown: readonly string[];
  readonly onHide: (hidden: readonly string[]) => void;
}

/** Which columns to show. One always stays. */
export function ColumnChoice(props: Props) {
  const text = useText();
  const { popup, fresh, around } = usePopup();
  return (
    <span {...around}>
      <Popover
        {...popup}
        trigger="click"
        placement="bottomRight"
        content={<Choices key={fresh.key} {...props} />}
        title={text('columns')}
      >
        <Hint title={text('columns')}>
          <Button aria-label={text('columns')} aria-haspopup="dialog" icon={<SettingOutlined />} />
        </Hint>
      </Popover>
    </span>
  );
}

function Choices({ manifest, shown, onHide }: Props) {
  const text = useText();
  const { columns } = manifest.list;
  const place = useRef<HTMLDivElement>(null);
  useFirstFocus(place, true);
  return (
    <div ref={place} className="column-choice" role="group" aria-label={text('columns')}>
      <Checkbox.Group
        value={[...shown]}
        onChange={(next) => next.length > 0 && onHide(columns.filter((name) => !(next as string[]).includes(name)))}
        options={columns
          .flatMap((name) => manifest.fields[name] ?? [])
          .map(({ name, label }) => ({ value: name, label, disabled: shown.length === 1 && shown[0] === name }))}
      />
      <Button type="link" size="small" disabled={shown.length === columns.length} onClick={() => onHide([])}>
        {text('showAll')}
      </Button>
    </div>
  );
}
