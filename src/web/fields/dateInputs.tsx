import { lazyInput } from './lazyInput.tsx';
import type { InputProps } from './view.ts';
import type { DateForm } from './DateInput.tsx';

const LazyDate = lazyInput<InputProps & { form: DateForm }>(async () => (await import('./DateInput.tsx')).DateInput);

export const DayInput = (props: InputProps) => <LazyDate {...props} form="date" />;
export const TimeInput = (props: InputProps) => <LazyDate {...props} form="time" />;
export const MomentInput = (props: InputProps) => <LazyDate {...props} form="datetime" />;
export const YearInput = (props: InputProps) => <LazyDate {...props} form="year" />;
