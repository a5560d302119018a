import { Button, type ButtonProps } from 'antd';
import { useState } from 'react';
import { later } from '../lazy.tsx';
import type { MenuItems, MenuPlacement } from './OpenMenu.tsx';

interface Props extends Omit<ButtonProps, 'onClick'> {
  readonly items: MenuItems;
  readonly selected?: string;
  readonly placement?: MenuPlacement;
}

const OpenMenu = later(
  () => import('./OpenMenu.tsx'),
  (props) => <Button {...props.button} />,
);

/** A button with a menu, whose code is fetched when somebody first opens one. */
export function MenuButton({ items, selected, placement, ...button }: Props) {
  const [wanted, setWanted] = useState(false);
  const look: ButtonProps = { 'aria-haspopup': 'menu', ...button };
  return wanted ? (
    <OpenMenu items={items} selected={selected} placement={placement} button={look} />
  ) : (
    <Button {...look} onClick={() => setWanted(true)} />
  );
}
