import type { CSSProperties } from 'react';
import { colorIn, colorNames, type LayoutSettings } from '../settings/layoutSettings.ts';

/** The chosen colours as variables of CSS: `--menuBackground` and so on. */
export const colorsOf = (settings: LayoutSettings): CSSProperties =>
  Object.fromEntries(colorNames.map((name) => [`--${name}`, colorIn(settings, name)])) as CSSProperties;
