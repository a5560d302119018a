import i18next from 'i18next';

const slider = '.ant-color-picker-slider-handle';
/** What the libraries give no name that can be told them, by a selector, and the key of its name. */
const names = {
  '.ant-select-item-empty[role=listbox]': 'options',
  '.ant-picker-time-panel-column[data-type=hour]': 'hours',
  '.ant-picker-time-panel-column[data-type=minute]': 'minutes',
  '.ant-picker-time-panel-column[data-type=second]': 'seconds',
  [`${slider}[aria-valuemax="359"]`]: 'hue',
  [`${slider}[aria-valuemax="100"]`]: 'opacity',
  '.ant-color-picker-clear': 'clear',
  '.ant-color-picker-format-select input': 'colorFormat',
  '.ant-color-picker-hex-input input': 'hex',
  '.ant-color-picker-alpha-input input': 'opacity',
  ...channels('rgb', ['red', 'green', 'blue']),
  ...channels('hsb', ['hue', 'saturation', 'brightness']),
  '.ant-color-picker .ant-input-number-action-up': 'increase',
  '.ant-color-picker .ant-input-number-action-down': 'decrease',
} as const;

/** Columns that scroll on their own: browsers differ in whether the keyboard reaches them. */
const columns = '.ant-picker-time-panel-column, .ant-cascader-menu';

/** What empties an input: whoever types does that in the input itself, so it is no stop on the way to the next. */
const clears = '.ant-input-clear-icon, .ant-picker-clear';

/** Names such parts below an element in the language of the page, and lets the keyboard reach columns that scroll. */
export function nameControls(root: Element): void {
  for (const [selector, key] of Object.entries(names))
    for (const part of matching(root, selector)) part.setAttribute('aria-label', i18next.t(`common:controls.${key}`));
  for (const column of matching(root, columns)) column.setAttribute('tabindex', '0');
  for (const clear of matching(root, clears)) clear.setAttribute('tabindex', '-1');
}

function* matching(root: Element, selector: string): Iterable<Element> {
  if (root.matches(selector)) yield root;
  yield* root.querySelectorAll(selector);
}

/** The three numbers of a colour. */
function channels(format: string, keys: readonly string[]): Record<string, string> {
  const place = (at: number) =>
    `div.ant-color-picker-${format}-input > .ant-color-picker-steppers:nth-child(${at + 1}) input`;
  return Object.fromEntries(keys.map((key, at) => [place(at), key]));
}
