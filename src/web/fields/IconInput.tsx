import { Button, Empty, Input, Popover, Space } from 'antd';
import { useMemo, useState } from 'react';
import { useText } from '../settings/useText.ts';
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

/**
 * Classes of the icons in both icon fonts, read from the page's own style sheets: a list of our own would grow stale.
 */
const iconClasses = (): readonly string[] =>
  [...new Set([...document.styleSheets].flatMap(classesIn))].toSorted((one, other) =>
    nameOf(one).localeCompare(nameOf(other)),
  );

/** `user` of `fa fa-user`. */
const nameOf = (icon: string): string => icon.replace(/^\w+ \w+-/, '');

function classesIn(sheet: CSSStyleSheet): string[] {
  return [...rulesOf(sheet)].flatMap((rule) => {
    const selector = rule instanceof CSSStyleRule ? rule.selectorText : '';
    return [...selector.matchAll(/\.(fa|bi)-([a-z0-9-]+)::?before/g)].map(
      ([, font, name]) => `${font} ${font}-${name}`,
    );
  });
}

/** Style sheets of another origin keep their rules to themselves. */
function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}
