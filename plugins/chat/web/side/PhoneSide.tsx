import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { Side } from './Side.tsx';

interface Props {
  readonly id: string | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The conversations on a phone. */
export default function PhoneSide({ id, open, onClose }: Props) {
  const { t } = useTranslation('chat');
  return (
    <Drawer
      open={open}
      placement="left"
      size={300}
      closable={false}
      aria-label={t('side.label')}
      onClose={onClose}
      styles={{ body: { padding: 0 } }}
    >
      <Side id={id} onHide={onClose} />
    </Drawer>
  );
}
