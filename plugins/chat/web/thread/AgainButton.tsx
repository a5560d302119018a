import { ReloadOutlined } from '@ant-design/icons';
import { Button, type ButtonProps } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ChatModelInfo } from '../../shared/wire.ts';
import { MenuButton } from '../parts/MenuButton.tsx';

interface Props extends Omit<ButtonProps, 'onClick'> {
  readonly models: readonly ChatModelInfo[];
  readonly onAgain: (model?: number) => void;
}

/** Another answer; where there are several models, by any of them. */
export function AgainButton({ models, onAgain, ...given }: Props) {
  const { t } = useTranslation('chat');
  const look = { size: 'small', icon: <ReloadOutlined aria-hidden />, ...given } as const;
  if (models.length < 2) return <Button {...look} onClick={() => onAgain()} />;
  const items = models.map(({ id, name }) => ({
    key: String(id),
    label: t('againBy', { name }),
    onClick: () => onAgain(id),
  }));
  return <MenuButton items={items} {...look} />;
}
