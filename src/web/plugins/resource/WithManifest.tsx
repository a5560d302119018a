import type { ReactNode } from 'react';
import type { Manifest } from '#resource';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Loading } from '../../components/Loading.tsx';
import { useText } from '../../settings/useText.ts';
import { useAllowed } from '../../table/useAllowed.ts';
import { useManifest } from '../../table/useManifest.ts';
import { takeRegistrations } from '../takeRegistrations.ts';

// Also on pages outside of any area.
takeRegistrations();

interface Props {
  readonly resource: string;
  readonly children: (manifest: Manifest) => ReactNode;
}

/** Draws with what the caller may know of a table, once it is there. */
export function WithManifest({ resource, children }: Props) {
  const text = useText();
  const { data, error, refetch } = useManifest(resource);
  if (data) return <Allowed manifest={data}>{children}</Allowed>;
  if (error) return <LoadFailed title={text('loadFailed')} reason={error.message} onRetry={() => void refetch()} />;
  return <Loading paragraph={{ rows: 6 }} />;
}

const Allowed = ({ manifest, children }: { manifest: Manifest } & Pick<Props, 'children'>) =>
  children(useAllowed(manifest));
