import type { useText } from '../../settings/useText.ts';

/** What is said once this is done with so many rows. */
export const doneText = (
  text: ReturnType<typeof useText>,
  name: 'del' | 'destroy' | 'restore',
  count: number,
): string => (count > 1 ? text(`doneMany.${name}`, { count }) : text(`done.${name}`));
