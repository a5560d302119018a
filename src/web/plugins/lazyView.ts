import type { ComponentType } from 'react';
import { lazyInput } from '../fields/lazyInput.tsx';
import { loadTexts } from '../settings/i18n.ts';

interface LazyViewOptions {
  /** Names of its message files. */
  readonly texts?: readonly string[];
  /** Pixels that its place has meanwhile; 32 unless told. */
  readonly height?: number;
}

/** A cell or input for `registerField` that is fetched, with its texts, when it is first shown. */
export const lazyView = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { texts = [], height = 32 }: LazyViewOptions = {},
): ComponentType<P> => lazyInput(async () => (await Promise.all([load(), loadTexts(...texts)]))[0].default, height);
