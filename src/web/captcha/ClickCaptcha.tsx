import { CheckCircleFilled, ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { useCallback, useEffect, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { http } from '../http/http.ts';
import { asked, useWork } from './useWork.ts';
import './captcha.css';
import { newUuid } from '../plainHttp/newUuid.ts';

interface Challenge {
  readonly id: string;
  readonly text: readonly string[];
  readonly base64: string;
  readonly width: number;
  readonly height: number;
}
interface Point {
  readonly x: number;
  readonly y: number;
}
export interface CaptchaProps {
  /** What it is asked for, as `host.captcha` of the server half is told; signing in unless said otherwise. */
  readonly purpose?: string;
  readonly onSolved: (id: string, info: string) => void;
  readonly onCancel: () => void;
}
/** `working`: the browser does what counts instead of a picture. */
type Phase = 'asking' | 'wrong' | 'working' | 'failed' | 'solved';

/** Milliseconds for which the success is shown before the dialog goes on. */
const shown = 900;

/**
 * A picture in which characters are clicked in order, checked by itself at the last one (protocol §2.3), or the way
 * without one.
 */
export function ClickCaptcha({ purpose, onSolved, onCancel }: CaptchaProps) {
  const { t } = useTranslation('login');
  const { challenge, failed, load } = useChallenge(purpose);
  const [points, setPoints] = useState<readonly Point[]>([]);
  const [phase, setPhase] = useState<Phase>('asking');
  const [share, setShare] = useState(0);
  const work = useWork(purpose, setShare);
  const renew = (): void => {
    setPoints([]);
    load();
  };
  const succeed = (id: string, info: string): void => {
    setPhase('solved');
    setTimeout(() => onSolved(id, info), shown);
  };

  const mark = async (event: MouseEvent<HTMLButtonElement>): Promise<void> => {
    // A key has no place in the picture.
    if (!challenge || points.length >= challenge.text.length || event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    const next = [...points, { x: Math.round(event.clientX - box.left), y: Math.round(event.clientY - box.top) }];
    setPoints(next);
    setPhase('asking');
    if (next.length < challenge.text.length) return;
    const clicks = next.map(({ x, y }) => `${Math.max(0, x)},${Math.max(0, y)}`).join('-');
    const info = `${clicks};${Math.round(box.width)};${Math.round(box.height)}`;
    try {
      await http.post(
        '/api/common/checkClickCaptcha',
        { ...asked(purpose), id: challenge.id, info, unset: false },
        { quiet: true },
      );
      succeed(challenge.id, info);
    } catch {
      setPhase('wrong');
      renew();
    }
  };
  const goWithout = async (): Promise<void> => {
    setPhase('working');
    try {
      const { id, solution } = await work();
      succeed(id, solution);
    } catch {
      setPhase('failed');
    }
  };

  return (
    <Modal open title={t('captcha')} width={400} footer={null} onCancel={onCancel} destroyOnHidden>
      <div className="captcha">
        {phase === 'working' || phase === 'solved' ? (
          <Progress isSolved={phase === 'solved'} share={share} />
        ) : (
          <>
            <Picture {...{ challenge, failed, points }} onClick={mark} onUndo={setPoints} onRenew={renew} />
            <div role="status">
              {(phase === 'wrong' || phase === 'failed') && (
                <Alert type="error" showIcon title={t(phase === 'wrong' ? 'captchaWrong' : 'withoutFailed')} />
              )}
            </div>
            <div className="captcha-ways">
              <Button type="text" icon={<ReloadOutlined />} onClick={renew}>
                {t('captchaReload')}
              </Button>
              <Button type="text" onClick={() => void goWithout()}>
                {t('without')}
              </Button>
            </div>
          </>
        )}
      </div>
    </Modal>
  );
}

function Progress({ isSolved, share }: { isSolved: boolean; share: number }) {
  const { t } = useTranslation('login');
  return (
    <div className="captcha-progress" role="status">
      {isSolved && <CheckCircleFilled className="captcha-right" aria-hidden />}
      <strong>{t(isSolved ? 'captchaRight' : 'working')}</strong>
      {!isSolved && (
        <>
          <progress value={share} aria-label={t('working')} />
          <span>{t('workingHelp')}</span>
        </>
      )}
    </div>
  );
}

interface PictureProps {
  readonly challenge: Challenge | undefined;
  readonly failed: boolean;
  readonly points: readonly Point[];
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => Promise<void>;
  readonly onUndo: (points: readonly Point[]) => void;
  readonly onRenew: () => void;
}

function Picture({ challenge, failed, points, onClick, onUndo, onRenew }: PictureProps) {
  const { t } = useTranslation('login');
  if (failed) {
    return (
      <div role="alert">
        <Button danger block icon={<ReloadOutlined />} onClick={onRenew}>
          {t('captchaFailed')}
        </Button>
      </div>
    );
  }
  if (!challenge) return <Skeleton.Image active style={{ width: 350, height: 260 }} />;
  return (
    <>
      <span>
        {t('captchaHelp')} <span className="captcha-words">{challenge.text.join(' ')}</span>
      </span>
      <div className="captcha-picture">
        <button type="button" onClick={(event) => void onClick(event)} aria-label={t('captchaClick')}>
          <img src={challenge.base64} width={challenge.width} height={challenge.height} alt="" draggable={false} />
        </button>
        {points.map(({ x, y }, place) => (
          <button
            key={`${x},${y},${place}`}
            type="button"
            className="captcha-mark"
            style={{ left: x, top: y }}
            aria-label={t('captchaUndo', { place: place + 1 })}
            onClick={() => onUndo(points.slice(0, place))}
          >
            {place + 1}
          </button>
        ))}
      </div>
    </>
  );
}

function useChallenge(purpose: string | undefined) {
  const [challenge, setChallenge] = useState<Challenge>();
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setChallenge(undefined);
    setFailed(false);
    http
      .get<Challenge>('/api/common/clickCaptcha', { ...asked(purpose), id: newUuid() }, { quiet: true })
      .then(setChallenge, () => setFailed(true));
  }, [purpose]);
  useEffect(load, [load]);
  return { challenge, failed, load };
}
