import type { ComponentProps } from 'react';

/** What may be wider than the page: reached by the keyboard, arrows move it. */
export const Scrollable = (props: ComponentProps<'div'>) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- not every browser lets the keyboard into what scrolls
  <div {...props} tabIndex={0} />
);
