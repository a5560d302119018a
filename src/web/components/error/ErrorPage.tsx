import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { Overlay } from '../Overlay.tsx';
import { useReturn } from './useReturn.ts';
import './error.css';

// For pages that nobody has asked for.
const AutoReturn = lazyPart(async () => (await import('./AutoReturn.tsx')).AutoReturn);

interface Props {
  /** What stands above the title, such as `404`. */
  readonly mark: ReactNode;
  readonly title: string;
  readonly help: string;
  /** Whether it goes back by itself after a while that can be stopped. */
  readonly goesBack?: boolean;
  /** Where home is, if not where the address says. */
  readonly home?: string | undefined;
  /** Another way away from it. */
  readonly more?: ReactNode;
  /** What else can be done about it. */
  readonly children?: ReactNode;
}

/** Stands where a page cannot, and leads back to the previous page or home (specification §2). */
export function ErrorPage({ mark, title, help, goesBack = false, home: start, more, children }: Props) {
  const { t } = useTranslation('common');
  const { hasPrevious, back, home } = useReturn(start);
  return (
    <div className="error-page" role={children ? 'alert' : undefined}>
      <div className="error-mark" aria-hidden>
        {mark}
      </div>
      <h1>{title}</h1>
      <p>{help}</p>
      <div className="error-actions">
        {children}
        {hasPrevious && (
          <Button {...(children ? {} : { type: 'primary' })} onClick={back}>
            {t('back')}
          </Button>
        )}
        <Button {...(children || hasPrevious ? {} : { type: 'primary' })} onClick={home}>
          {t('home')}
        </Button>
        {more}
      </div>
      {goesBack && (
        <Overlay open={false}>
          <AutoReturn text={hasPrevious ? 'returningBack' : 'returningHome'} onEnd={hasPrevious ? back : home} />
        </Overlay>
      )}
    </div>
  );
}
