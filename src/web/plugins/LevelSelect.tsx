import { lazyInput } from '../fields/lazyInput.tsx';
import type { LevelCascaderProps } from '../fields/LevelCascader.tsx';

/** Choosing level by level, each loaded when it is first opened: the project selector of specification §3. */
export const LevelSelect = lazyInput<LevelCascaderProps>(
  async () => (await import('../fields/LevelCascader.tsx')).LevelCascader,
);
