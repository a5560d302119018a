import { Button, Dropdown, type ButtonProps, type DropdownProps, type MenuProps } from 'antd';
import { useState } from 'react';

export type MenuItems = NonNullable<MenuProps['items']>;
/** Where a menu opens; below the right end of its button unless said otherwise. */
export type MenuPlacement = NonNullable<DropdownProps['placement']>;

interface Props {
  readonly items: MenuItems;
  readonly selected: string | undefined;
  readonly placement: MenuPlacement | undefined;
  readonly button: ButtonProps;
}

/** The menu of a button, open as soon as it is there. */
export default function OpenMenu({ items, selected, placement = 'bottomRight', button }: Props) {
  const [open, setOpen] = useState(true);
  return (
    <Dropdown
      open={open}
      menu={{ items, ...(selected === undefined ? {} : { selectable: true, selectedKeys: [selected] }) }}
      trigger={['click']}
      placement={placement}
      autoFocus
      classNames={{ root: 'chat-models' }}
      onOpenChange={setOpen}
    >
      <Button {...button} aria-expanded={open} />
    </Dropdown>
  );
}
