import { Button, Result } from 'antd';
import { Component, type PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';

/** Catches what a page throws, so that the rest stays. */
export class Crash extends Component<PropsWithChildren, { readonly error: Error | undefined }> {
  override state: { readonly error: Error | undefined } = { error: undefined };
  static getDerivedStateFromError = (error: Error): { error: Error } => ({ error });

  override render() {
    return this.state.error ? <Crashed onRetry={() => this.setState({ error: undefined })} /> : this.props.children;
  }
}

function Crashed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('common');
  return (
    <div className="page-center">
      <Result status="error" title={t('crashed')} subTitle={t('crashedHelp')} extra={[<Button key="retry" type="primary" onClick={onRetry}>{t('retry')}</Button>, <Button key="reload" onClick={() => location.reload()}>{t('reload')}</Button>]} />
    </div>
  );
}
