import { Button, Dropdown, type ButtonProps, type MenuProps } from 'antd';
import { useState } from 'react';

export type MenuItems = NonNullable<MenuProps['items']>;

interface Props {
  readonly items: MenuItems;
  readonly selected: string | undefined;
  readonly button: ButtonProps;
}

/** The menu of a button, open as soon as it is there. */
export default function OpenMenu({ items, selected, button }: Props) {
  const [open, setOpen] = useState(true);
  return (
    <Dropdown
      open={open}
      menu={{ items, ...(selected === undefined ? {} : { selectable: true, selectedKeys: [selected] }) }}
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      classNames={{ root: 'chat-models' }}
      onOpenChange={setOpen}
    >
      <Button {...button} aria-expanded={open} />
    </Dropdown>
  );
}
