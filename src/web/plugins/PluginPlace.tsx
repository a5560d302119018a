import { Alert } from 'antd';
import { Suspense, type PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { Boundary } from '../components/Boundary.tsx';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { Loading } from '../components/Loading.tsx';
import { isMissingPart } from '../loading/missingParts.ts';
import { PluginNameProvider } from './pluginName.ts';
import { reportFault, type PluginPart } from './faults.ts';

interface Props {
  readonly plugin: string;
  readonly part: PluginPart;
  readonly name: string;
}

/** Around what a plugin draws in a place of its own, with a shape while it is loaded, and a word in its place when it fails. */
export function PluginPlace({ plugin, part, name, children }: PropsWithChildren<Props>) {
  const { t } = useTranslation('common');
  return (
    <Boundary
      onFailure={(error) => isMissingPart(error) || reportFault(plugin, part, name, error)}
      fallback={({ error, retry }) =>
        isMissingPart(error) ? (
          <LoadFailed title={t('partMissing')} onRetry={retry} />
        ) : (
          <Alert type="error" showIcon title={t('pluginFailed', { plugin })} />
        )
      }
    >
      <PluginNameProvider value={plugin}>
        <Suspense fallback={<Loading />}>{children}</Suspense>
      </PluginNameProvider>
    </Boundary>
  );
}
