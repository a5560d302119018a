import { ActivitySentence } from './activity/ActivitySentence.tsx';
import type { FieldView } from './view.ts';

/** Draws an entry of the activity log as a sentence with the way to its record, in `render: 'activity'`. */
export const activityView: Partial<FieldView> = {
  Cell: ActivitySentence,
  Whole: ActivitySentence,
  width: 240,
  wraps: () => true,
  hasLinks: true,
  wide: true,
};
