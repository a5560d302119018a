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
