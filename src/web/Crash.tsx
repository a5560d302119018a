import { CloseCircleFilled, DisconnectOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Component, useEffect, type PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { ErrorPage } from './error/ErrorPage.tsx';
import { isMissingPart, reloadOnline } from './missingParts.ts';

/** Catches what a page throws, so that the rest stays; another page starts afresh. */
export function Crash({ children }: PropsWithChildren) {
  const { key } = useLocation();
  return <Boundary place={key}>{children}</Boundary>;
}

type Props = PropsWithChildren<{ readonly place: string }>;

class Boundary extends Component<Props, { readonly error: Error | undefined }> {
  override state: { readonly error: Error | undefined } = { error: undefined };
  static getDerivedStateFromError = (error: Error): { error: Error } => ({ error });

  override componentDidUpdate({ place }: Props) {
    if (this.state.error && place !== this.props.place) this.#retry();
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return isMissingPart(error) ? <Missing /> : <Crashed onRetry={this.#retry} />;
  }

  readonly #retry = () => this.setState({ error: undefined });
}

function Crashed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('common');
  return (
    <ErrorPage mark={<CloseCircleFilled />} title={t('crashed')} help={t('crashedHelp')} goesBack>
      <Button type="primary" onClick={onRetry}>
        {t('retry')}
      </Button>
      <Button onClick={() => location.reload()}>{t('reload')}</Button>
    </ErrorPage>
  );
}

/** Stands where a part of the application could not be fetched, mostly for want of a connection. */
function Missing() {
  const { t } = useTranslation('common');
  useEffect(reloadOnline, []);
  return (
    <ErrorPage mark={<DisconnectOutlined />} title={t('missing')} help={t('missingHelp')}>
      <Button type="primary" onClick={() => location.reload()}>
        {t('retry')}
      </Button>
    </ErrorPage>
  );
}
