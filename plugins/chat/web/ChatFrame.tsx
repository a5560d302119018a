import { MenuOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState, type PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { keepStored, readStored } from '#web';
import { ThreadMenu } from './head/ThreadMenu.tsx';
import { later } from './lazy.tsx';
import { Help } from './help/Help.tsx';
import { useFreeHeight } from './parts/useFreeHeight.ts';
import { Side } from './side/Side.tsx';
import { useKeys } from './useKeys.ts';
import { usePhone } from './usePhone.ts';
import './frame.css';
import './head/head.css';

const PhoneSide = later(() => import('./side/PhoneSide.tsx'));
const stored = 'chatSide';

/** The conversations beside the one that is open; on a phone they lie in a drawer. */
export function ChatFrame({ id, children }: PropsWithChildren<{ readonly id: string | undefined }>) {
  const { t } = useTranslation('chat');
  const navigate = useNavigate();
  const isPhone = usePhone();
  const [hidden, setHidden] = useState(() => readStored(stored) === 'hidden');
  const [drawer, setDrawer] = useState(false);
  const begin = (): void => void navigate('/');
  const toggle = (): void => {
    if (isPhone) return setDrawer(!drawer);
    keepStored(stored, hidden ? 'shown' : 'hidden');
    setHidden(!hidden);
  };
  useKeys({ new: begin, search: () => (isPhone ? setDrawer(true) : setHidden(false)), side: toggle });
  const frame = useRef<HTMLDivElement>(null);
  useFreeHeight(frame);
  useEffect(() => setDrawer(false), [id]);
  const closed = isPhone ? !drawer : hidden;
  return (
    <div className="chat" ref={frame}>
      <a className="skip-link" href="#chat-main">
        {t('skip')}
      </a>
      {!isPhone && !hidden && <Side id={id} onHide={toggle} />}
      {isPhone && <PhoneSide id={id} open={drawer} onClose={() => setDrawer(false)} />}
      <main className="chat-main" id="chat-main" tabIndex={-1}>
        <header className="chat-head">
          {closed && (
            <>
              <Button
                type="text"
                icon={<MenuOutlined />}
                aria-label={t('side.show')}
                title={t('side.show')}
                onClick={toggle}
              />
              {!isPhone && (
                <Button type="text" icon={<PlusOutlined />} aria-label={t('new')} title={t('new')} onClick={begin} />
              )}
            </>
          )}
          <ThreadMenu id={id} />
          {isPhone && (
            <Button type="text" icon={<PlusOutlined />} aria-label={t('new')} title={t('new')} onClick={begin} />
          )}
        </header>
        {children}
      </main>
      <Help />
    </div>
  );
}
