import { BellOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../loading/lazyPart.tsx';
import { loadTexts } from '../settings/i18n.ts';
import { CountBadge } from '../components/CountBadge.tsx';
import { Overlay } from '../components/Overlay.tsx';
import { useNoticeState, type NoticeState } from './useNoticeState.ts';
import './notices.css';

const NoticeList = lazyPart(
  async () => (await Promise.all([import('./NoticeList.tsx'), loadTexts('notices', 'bulkJob')]))[0].NoticeList,
);

/** The bell in the bar above the pages: how many notices are not read, and the list of them. */
export function NoticeBell({ start }: { readonly start: NoticeState }) {
  const { t } = useTranslation('layout');
  const [state, setState] = useNoticeState(start);
  const [open, setOpen] = useState(false);
  const bell = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    bell.current?.focus();
  };
  const label = state.unread > 0 ? t('notices.unread', { count: state.unread }) : t('notices.open');
  return (
    <>
      <span role="status" className="visually-hidden">
        {state.unread > 0 && label}
      </span>
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger={['click']}
        placement="bottomRight"
        arrow={false}
        align={{ overflow: { shiftX: true, adjustY: true } }}
        destroyOnHidden
        classNames={{ root: 'notices-popup' }}
        styles={{ container: { padding: 0 } }}
        content={
          <Overlay onMissing={close}>
            <NoticeList state={state} onState={setState} onClose={close} />
          </Overlay>
        }
      >
        <Button
          ref={bell}
          type="text"
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-label={label}
          title={label}
          icon={
            <span className="notice-bell">
              <BellOutlined />
              <CountBadge count={state.unread} />
            </span>
          }
        />
      </Popover>
    </>
  );
}
