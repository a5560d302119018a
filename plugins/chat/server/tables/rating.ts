import { f } from '#resource';

/** What people think of an answer. */
const ratings = {
  good: { 'zh-cn': '满意', en: 'Good', color: 'green' },
  bad: { 'zh-cn': '不满意', en: 'Bad', color: 'red' },
} as const;
type Rating = keyof typeof ratings;

/** As pages send it and are told it; 0 for none. */
export type RatingNumber = 1 | -1 | 0;
const numbers = { good: 1, bad: -1 } as const satisfies Record<Rating, RatingNumber>;

export const ratingOf = (given: RatingNumber): Rating | null => (given === 0 ? null : given === 1 ? 'good' : 'bad');
export const ratingNumber = (rating: Rating | null): RatingNumber => (rating === null ? 0 : numbers[rating]);

const shared = {
  width: 104,
  label: { 'zh-cn': '评价', en: 'Feedback' },
  // It was a number before.
  convert: (old: unknown): Rating | null => ratingOf(Math.sign(Number(old)) as RatingNumber),
} as const;
export const ratingField = () => f.enum(ratings, { ...shared, readonly: true });
export const requiredRatingField = () => f.enum(ratings, { ...shared, required: true });
