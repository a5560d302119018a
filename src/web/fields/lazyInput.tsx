import { Button } from 'antd';
import { Suspense, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Boundary, type Failure } from '../components/Boundary.tsx';
import { lazyPart } from '../loading/lazyPart.tsx';
import { isMissingPart } from '../loading/missingParts.ts';
import '../components/skeleton.css';

/**
 * An input that is loaded when a form first shows it; its place keeps its height meanwhile. Where it cannot be fetched,
 * its place says so: the values of the form stay.
 */
export function lazyInput<P extends object>(load: () => Promise<ComponentType<P>>, height = 32): ComponentType<P> {
  const Loaded = lazyPart(load);
  return function LazyInput(props: P) {
    return (
      <Boundary fallback={(failure) => <MissingInput {...failure} />}>
        <Suspense fallback={<span className="skeleton" style={{ height }} />}>
          <Loaded {...props} />
        </Suspense>
      </Boundary>
    );
  };
}

function MissingInput({ error, retry }: Failure) {
  const { t } = useTranslation('common');
  if (!isMissingPart(error)) throw error;
  return (
    <span className="missing-input" role="alert">
      {t('inputMissing')}
      <Button size="small" onClick={retry}>
        {t('retry')}
      </Button>
    </span>
  );
}
