import { dash } from '../cells.tsx';
import type { CellProps } from '../view.ts';

/** The first that fits: most browsers also say that they are others. */
const browsers: readonly (readonly [name: string, shape: RegExp])[] = [
  ['WeChat', /MicroMessenger\//],
  ['QQ', /QQBrowser\/|MQQBrowser\//],
  ['UC Browser', /UCBrowser\//],
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\/|Opera/],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Version\/.*Safari\//],
];
const systems: readonly (readonly [name: string, shape: RegExp])[] = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];
type Names = typeof browsers;

const find = (names: Names, agent: string): string | undefined => names.find(([, shape]) => shape.test(agent))?.[0];

/** `Chrome · Windows`, from what a browser says of itself; undefined when nothing of it is known. */
export function browserName(agent: string): string | undefined {
  const found = [find(browsers, agent), find(systems, agent)].filter((each) => each !== undefined);
  return found.length > 0 ? found.join(' · ') : undefined;
}

/** A browser in words; all that it says of itself on hover, or where nothing of it is known. */
export function BrowserName({ value }: CellProps) {
  if (typeof value !== 'string' || value === '') return dash;
  return <span title={value}>{browserName(value) ?? value}</span>;
}

/** The same in a record, which has room for both. */
export function WholeBrowser({ value }: CellProps) {
  if (typeof value !== 'string' || value === '') return dash;
  const name = browserName(value);
  return (
    <>
      {name}
      {name && <br />}
      <small>{value}</small>
    </>
  );
}
