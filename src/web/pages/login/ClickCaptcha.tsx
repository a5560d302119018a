import { ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { useCallback, useEffect, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { http } from '../../http/http.ts';

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
interface Props {
  readonly onSolved: (id: string, info: string) => void;
  readonly onCancel: () => void;
}

/** A picture in which characters are clicked in order; checked by itself at the last one (protocol §2.3). */
export function ClickCaptcha({ onSolved, onCancel }: Props) {
  const { t } = useTranslation('login');
  const { challenge, failed, load } = useChallenge();
  const [points, setPoints] = useState<readonly Point[]>([]);
  const [wrong, setWrong] = useState(false);
  const renew = (): void => {
    setPoints([]);
    load();
  };

  const mark = async (event: MouseEvent<HTMLButtonElement>): Promise<void> => {
    if (!challenge || points.length >= challenge.text.length) return;
    const box = event.currentTarget.getBoundingClientRect();
    const next = [...points, { x: Math.round(event.clientX - box.left), y: Math.round(event.clientY - box.top) }];
    setPoints(next);
    setWrong(false);
    if (next.length < challenge.text.length) return;
    const info = `${next.map(({ x, y }) => `${Math.max(0, x)},${Math.max(0, y)}`).join('-')};${Math.round(box.width)};${Math.round(box.height)}`;
    try {
      await http.post('/api/common/checkClickCaptcha', { id: challenge.id, info, unset: false }, { quiet: true });
      onSolved(challenge.id, info);
    } catch {
      setWrong(true);
      renew();
    }
  };
  return (
    <Modal open title={t('captcha')} width={400} footer={null} onCancel={onCancel} destroyOnHidden>
      <div className="captcha">
        <span>
          {t('captchaHelp')} <span className="captcha-words">{challenge?.text.join('')}</span>
        </span>
        {failed && <Button onClick={renew}>{t('captchaFailed')}</Button>}
        {!challenge && !failed && <Skeleton.Image active style={{ width: 350, height: 200 }} />}
        {challenge && (
          <div className="captcha-picture">
            <button type="button" onClick={(event) => void mark(event)} aria-label={t('captchaClick')}>
              <img src={challenge.base64} width={challenge.width} height={challenge.height} alt="" draggable={false} />
            </button>
            {points.map(({ x, y }, place) => (
              <button
                key={`${x},${y},${place}`}
                type="button"
                className="captcha-mark"
                style={{ left: x, top: y }}
                aria-label={t('captchaUndo', { place: place + 1 })}
                onClick={() => setPoints(points.slice(0, place))}
              >
                {place + 1}
              </button>
            ))}
          </div>
        )}
        <div role="status">{wrong && <Alert type="error" showIcon message={t('captchaWrong')} />}</div>
        <Button type="text" icon={<ReloadOutlined />} onClick={renew}>
          {t('captchaReload')}
        </Button>
      </div>
    </Modal>
  );
}

function useChallenge() {
  const [challenge, setChallenge] = useState<Challenge>();
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setChallenge(undefined);
    setFailed(false);
    http
      .get<Challenge>('/api/common/clickCaptcha', { id: crypto.randomUUID() }, { quiet: true })
      .then(setChallenge, () => setFailed(true));
  }, []);
  useEffect(load, [load]);
  return { challenge, failed, load };
}
