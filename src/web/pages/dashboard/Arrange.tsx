import { LayoutOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import { Overlay } from '../../components/Overlay.tsx';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { loadTexts } from '../../settings/i18n.ts';
import { usePopup } from '../../table/usePopup.ts';
import type { Arrangement } from './arrangement.ts';
import type { DashboardPart } from './parts.tsx';

const ArrangePanel = lazyPart(
  async () => (await Promise.all([import('./ArrangePanel.tsx'), loadTexts('table')]))[0].ArrangePanel,
);

export interface ArrangeProps {
  readonly parts: readonly DashboardPart[];
  readonly arrangement: Arrangement;
  readonly change: (arrangement: Arrangement) => void;
}

/** Opens what a person arranges their dashboard with. */
export function Arrange(props: ArrangeProps) {
  const { t } = useTranslation('dashboard');
  const { popup, fresh, around } = usePopup();
  return (
    <span {...around}>
      <Popover
        {...popup}
        trigger="click"
        placement="bottomRight"
        title={t('arrange')}
        content={
          <Overlay open={false} instead={<div className="dashboard-arrange" aria-busy />}>
            <ArrangePanel key={fresh.key} {...props} />
          </Overlay>
        }
      >
        <Button icon={<LayoutOutlined aria-hidden />} aria-haspopup="dialog">
          {t('arrange')}
        </Button>
      </Popover>
    </span>
  );
}
