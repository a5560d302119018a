import { nul, refusedAs, type FieldCases } from './cases.ts';

const trickyAddresses = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '//evil.example',
  '\\\\evil',
  '/\\evil',
  'ftp://a.example',
  'http:evil',
  'https://',
  'http://a b.example',
  'https://a.example/"><script>',
];

export const addresses: Readonly<Record<string, FieldCases>> = {
  url: {
    accepted: [
      ['https://example.com', 'https://example.com'],
      [' http://例子.中国/路径?q=1#x ', 'http://例子.中国/路径?q=1#x'],
      ['HTTPS://Example.com/', 'HTTPS://Example.com/'],
      ['http://localhost:8000/a', 'http://localhost:8000/a'],
    ],
    refused: [
      ...refusedAs('url', [...trickyAddresses, '/a.png', 'example.com', 7]),
      [nul, 'characters'],
      [`https://a.example/${'x'.repeat(3000)}`, 'max'],
      [[], 'text'],
    ],
  },
  email: {
    accepted: [
      ['a@example.com', 'a@example.com'],
      [' First.Last+tag@Sub.Example.COM ', 'First.Last+tag@sub.example.com'],
      ['a@xn--fiqs8s.example', 'a@xn--fiqs8s.example'],
    ],
    refused: refusedAs('email', [
      'a',
      'a@b',
      '@example.com',
      'a@@example.com',
      'a@example..com',
      '.a@example.com',
      'a..b@example.com',
      'a@-example.com',
      'u@x.com\r\nBcc: v@y.com',
      'a@example.com,b@example.com',
      'A <a@example.com>',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b'.repeat(250)}.com`,
      'ａ@example.com',
      7,
      [],
      {},
    ]),
  },
  mobile: {
    accepted: [
      ['13800138000', '13800138000'],
      [13_800_138_000, '13800138000'],
      ['+86 138-0013-8000', '13800138000'],
      ['19912345678', '19912345678'],
    ],
    refused: refusedAs('mobile', [
      '12800138000',
      '1380013800',
      '138001380000',
      '+85213800138',
      '１３８００１３８０００',
      '+14155552671',
      'x',
      [],
      {},
    ]),
  },
  idCard: {
    accepted: [
      ['11010519491231002X', '11010519491231002X'],
      ['11010519491231002x', '11010519491231002X'],
      ['440524188001010014', '440524188001010014'],
      ['130503670401001', '130503670401001'],
    ],
    refused: refusedAs('idCard', [
      '110105194912310021',
      '110105194902300025',
      '11010519491331002X',
      '010105194912310021',
      '13050367040100',
      '130503670431001',
      '11010521491231002X',
      'x',
      [],
      {},
    ]),
  },
  image: {
    accepted: [
      ['/upload/图 1.png', '/upload/图 1.png'],
      ['https://example.com/a.png', 'https://example.com/a.png'],
      ['/', '/'],
    ],
    refused: [
      ...refusedAs('fileAddress', [...trickyAddresses, 'a.png', '../a.png', '/a\n.png', '/a"onerror="x']),
      [[], 'text'],
      [{}, 'text'],
      [`/${'x'.repeat(3000)}`, 'max'],
    ],
  },
  images: {
    options: { limit: 2 },
    accepted: [
      [
        ['/a.png', 'https://example.com/b.png'],
        ['/a.png', 'https://example.com/b.png'],
      ],
      ['/a,b.png', ['/a,b.png']],
      [
        ['/b.png', '/a.png'],
        ['/b.png', '/a.png'],
      ],
    ],
    refused: [
      [['/a', '/b', '/c'], 'tooMany'],
      [['javascript:x'], 'fileAddress'],
      [{}, 'list'],
      [[['/a']], 'text'],
    ],
  },
  file: {
    accepted: [['/upload/a.pdf', '/upload/a.pdf']],
    refused: [
      ['data:application/pdf,x', 'fileAddress'],
      ['//evil/a.pdf', 'fileAddress'],
      [{}, 'text'],
    ],
  },
  files: {
    accepted: [
      [
        ['/a.pdf', '/b.pdf'],
        ['/a.pdf', '/b.pdf'],
      ],
    ],
    refused: [
      [['file:///etc/passwd'], 'fileAddress'],
      [Array(21).fill('/a'), 'tooMany'],
      [7, 'fileAddress'],
    ],
  },
};
