import { Button, Empty, Input, Popover, Space } from 'antd';
import { useMemo, useState } from 'react';
import { useText } from '../settings/useText.ts';
import { iconClasses, nameOf } from './iconClasses.ts';
import { controlProps, isBlank, type InputProps } from './view.ts';

/** How many icons are drawn at once; the others are found by their names. */
const most = 300;

/** Choose an icon of the icon fonts by sight or by name, or write any other class. */
export function IconInput(props: InputProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const value = (props.value ?? '') as string;
  const choose = (icon: string): void => {
    props.onChange?.(icon);
    setOpen(false);
  };
  return (
    <Space.Compact className="full-width">
      <Popover
        trigger="click"
        open={open}
        onOpenChange={setOpen}
        placement="bottomLeft"
        destroyOnHidden
        content={<IconGrid value={value} onChoose={choose} />}
      >
        <Button
          disabled={props.disabled}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-label={text('chooseIcon')}
          icon={<i className={isBlank(value) ? 'fa fa-th' : value} aria-hidden />}
        />
      </Popover>
      <Input
        {...controlProps(props)}
        allowClear
        value={value}
        onChange={(event) => props.onChange?.(event.target.value || null)}
      />
    </Space.Compact>
  );
}

function IconGrid({ value, onChoose }: { value: string; onChoose: (icon: string) => void }) {
  const text = useText();
  const [word, setWord] = useState('');
  const [icons] = useState(iconClasses);
  const found = useMemo(
    () => icons.filter((icon) => nameOf(icon).includes(word.trim().toLowerCase())).slice(0, most),
    [icons, word],
  );
  return (
    <div className="icon-grid">
      <Input.Search
        autoFocus
        allowClear
        placeholder={text('searchIcon')}
        aria-label={text('searchIcon')}
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      <div className="icon-grid-list">
        {found.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} />}
        {found.map((icon) => (
          <Button
            key={icon}
            type={icon === value ? 'primary' : 'text'}
            title={nameOf(icon)}
            aria-label={nameOf(icon)}
            icon={<i className={icon} aria-hidden />}
            onClick={() => onChoose(icon)}
          />
        ))}
      </div>
    </div>
  );
}
