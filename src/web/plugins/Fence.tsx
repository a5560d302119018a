import { Suspense, type PropsWithChildren, type ReactNode } from 'react';
import { Boundary } from '../components/Boundary.tsx';
import { isMissingPart } from '../loading/missingParts.ts';
import { PluginNameProvider } from './pluginName.ts';
import { reportFault, type PluginPart } from './faults.ts';

type Props = PropsWithChildren<{
  readonly plugin: string;
  readonly part: PluginPart;
  readonly name: string;
  /** Stands there where the plugin fails. */
  readonly instead?: ReactNode;
}>;

/** Around what a plugin draws within a page of ours: whatever it throws stays in its place, and is reported. */
export function Fence({ plugin, part, name, instead = null, children }: Props) {
  return (
    <Boundary
      onFailure={(error) => isMissingPart(error) || reportFault(plugin, part, name, error)}
      fallback={() => instead}
    >
      <PluginNameProvider value={plugin}>
        <Suspense fallback={null}>{children}</Suspense>
      </PluginNameProvider>
    </Boundary>
  );
}
