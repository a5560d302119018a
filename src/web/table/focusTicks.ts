/** Gives the focus to the box that ticks all rows of the list, or to the first that ticks one. */
export const focusTicks = (): void =>
  document
    .querySelector<HTMLElement>(
      '.rows-table thead .ant-checkbox-input, .list-bar .ant-checkbox-input, [data-row-key] .ant-checkbox-input',
    )
    ?.focus();
