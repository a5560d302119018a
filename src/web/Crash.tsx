import { CloseCircleFilled } from '@ant-design/icons';
import { Button, Flex } from 'antd';
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
      <Flex vertical align="center" gap={12} role="alert">
        <CloseCircleFilled style={{ fontSize: 64, color: '#ff4d4f' }} />
        <strong>{t('crashed')}</strong>
        <span>{t('crashedHelp')}</span>
        <Flex gap={8}>
          <Button type="primary" onClick={onRetry}>{t('retry')}</Button>
          <Button onClick={() => location.reload()}>{t('reload')}</Button>
        </Flex>
      </Flex>
    </div>
  );
}
