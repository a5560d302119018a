import { CloseCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { Component, type PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { ErrorPage } from './error/ErrorPage.tsx';
import { isMissingPart } from './missingParts.ts';

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
    return this.state.error ? <Crashed onRetry={this.#retryHere} /> : this.props.children;
  }

  readonly #retryHere = () => (this.state.error && isMissingPart(this.state.error) ? location.reload() : this.#retry());
  readonly #retry = () => this.setState({ error: undefined });
}

function Crashed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('common');
  return (
    <ErrorPage mark={<CloseCircleFilled />} title={t('crashed')} help={t('crashedHelp')} goesBack>
      <Button type="primary" onClick={onRetry}>{t('retry')}</Button>
      <Button onClick={() => location.reload()}>{t('reload')}</Button>
    </ErrorPage>
  );
}
