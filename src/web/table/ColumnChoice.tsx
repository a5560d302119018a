import { ProjectOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import type { Manifest } from '#resource';
import { Hint } from '../components/Hint.tsx';
import { Overlay } from '../components/Overlay.tsx';
import { lazyPart } from '../loading/lazyPart.tsx';
import type { ListColumns } from './useColumnChoice.ts';
import { usePopup } from './usePopup.ts';
import { loadTexts } from '../settings/i18n.ts';
import { useText } from '../settings/useText.ts';

const ColumnPanel = lazyPart(
  async () => (await Promise.all([import('./ColumnPanel.tsx'), loadTexts('columns')]))[0].ColumnPanel,
);

export interface ColumnChoiceProps extends ListColumns {
  /** The manifest without the fields of related tables that are shown. */
  readonly own: Manifest;
}

/** Which columns to show, in which order and how high their rows are. */
export function ColumnChoice(props: ColumnChoiceProps) {
  const text = useText();
  const { popup, fresh, around } = usePopup();
  return (
    <span {...around}>
      <Popover
        {...popup}
        trigger="click"
        placement="bottomRight"
        content={
          <Overlay open={false} instead={<div className="column-choice" aria-busy />}>
            <ColumnPanel key={fresh.key} {...props} />
          </Overlay>
        }
        title={text('columns')}
      >
        <Hint title={text('columns')}>
          <Button aria-label={text('columns')} aria-haspopup="dialog" icon={<ProjectOutlined />} />
        </Hint>
      </Popover>
    </span>
  );
}
