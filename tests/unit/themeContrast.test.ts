import { theme } from 'antd';
import { describe, expect, it } from 'vitest';
import { themeOf } from '../../src/web/settings/theme.ts';

/** Relative luminance of a colour (WCAG 2.2). */
function luminance(color: string): number {
  const parts = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

describe.each([
  ['light', false],
  ['dark', true],
] as const)('buttons in %s', (_name, isDark) => {
  const token = theme.getDesignToken(themeOf(isDark, false));

  it.each(['colorPrimary', 'colorPrimaryHover', 'colorPrimaryActive'] as const)('white is read on %s', (name) => {
    expect(contrast('#ffffff', token[name])).toBeGreaterThanOrEqual(4.5);
  });

  // Dark ones have dark letters on red.
  const letters = isDark ? '#1f0507' : '#ffffff';
  it.each(['colorError', 'colorErrorHover'] as const)('letters are read on %s', (name) => {
    expect(contrast(letters, token[name])).toBeGreaterThanOrEqual(4.5);
  });
});
