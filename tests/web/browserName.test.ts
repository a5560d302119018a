import { expect, it } from 'vitest';
import { browserName } from '../../src/web/fields/browser/browserName.tsx';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

it('names browser and system, by the most telling of what a browser says', () => {
  for (const [agent, name] of [
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'Chrome · Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/156.0.0.0`, 'Edge · Windows'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${chrome.replace('Chrome', 'HeadlessChrome')}`, 'Chrome · Linux'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · macOS'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`, 'Safari · macOS'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile/15E148 Safari/604.1`,
      'Safari · iPhone',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Mobile/15E148 MicroMessenger/8.0.50`,
      'WeChat · iPhone',
    ],
    [`Mozilla/5.0 (Linux; Android 14; SM-S918B) ${chrome.replace('Safari', 'Mobile Safari')}`, 'Chrome · Android'],
    ['curl/8.5.0', undefined],
    ['', undefined],
  ] as const)
    expect(browserName(agent), agent).toBe(name);
});
