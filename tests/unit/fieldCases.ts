import type { FieldOptions } from '#resource';

/** What one kind must take and refuse: `[input, value]` and `[input, message key without page]`. */
export interface FieldCases {
  options?: FieldOptions & Record<string, unknown>;
  accepted: readonly (readonly [input: unknown, value: unknown])[];
  refused: readonly (readonly [input: unknown, message: string])[];
}

const items = { draft: 'Draft', live: { 'zh-cn': '已发布', en: 'Live', color: 'green' }, 0: 'Zero' };
const nul = 'a\0b';
const loneSurrogate = 'a\ud800';
const family = '👨‍👩‍👧‍👦 é \u202eright-to-left 𠮷';

/** Every number that is not plain decimal notation. */
const notNumbers = ['1e3', '1e999', 'NaN', 'Infinity', '0x10', '９', '1,000', '1 000', '1.2.3', '--1', '.5', '5.', 'abc', true, [1], { a: 1 }, NaN, Infinity] as const;
const refusedAs = (message: string, inputs: readonly unknown[]) => inputs.map((input) => [input, message] as const);
const trickyAddresses = ['javascript:alert(1)', 'JavaScript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', 'vbscript:x', '//evil.example', '\\\\evil', '/\\evil', 'ftp://a.example', 'http:evil', 'https://', 'http://a b.example', 'https://a.example/"><script>'];

export const fieldCases: Readonly<Record<string, FieldCases>> = {
  text: {
    options: { max: 60 },
    accepted: [['a', 'a'], [' a ', ' a '], [12, '12'], [family, family], ["'; DROP TABLE x; -- <script>{{7*7}}", "'; DROP TABLE x; -- <script>{{7*7}}"], ['=cmd|1', '=cmd|1'], ['𠮷'.repeat(60), '𠮷'.repeat(60)]],
    refused: [['𠮷'.repeat(61), 'max'], ['x'.repeat(1_000_000), 'max'], [nul, 'characters'], [loneSurrogate, 'characters'], [true, 'text'], [['a'], 'text'], [{ toString: 1 }, 'text']],
  },
  textarea: {
    accepted: [['a\nb', 'a\nb'], [family, family]],
    refused: [['x'.repeat(1_000_000), 'max'], [nul, 'characters'], [loneSurrogate, 'characters'], [{}, 'text']],
  },
  richText: {
    accepted: [['<p>Hi</p>', '<p>Hi</p>'], ['<p><img src="/a.png"></p>', '<p><img src="/a.png"></p>']],
    refused: [['x'.repeat(1_000_000), 'max'], [nul, 'characters'], [{}, 'text']],
  },
  int: {
    options: { min: -5, max: 100 },
    accepted: [['7', 7], [' 7 ', 7], [-0, 0], ['-0', 0], ['+3', 3], [100, 100], [-5, -5]],
    refused: [...refusedAs('integer', notNumbers), [1.5, 'integer'], ['1.0', 'integer'], [2 ** 53, 'integer'], ['9007199254740993', 'integer'], [-6, 'atLeast'], [101, 'atMost']],
  },
  decimal: {
    options: { scale: 3, min: -1000, max: 999_999_999_999.999 },
    accepted: [['1.5', 1.5], [1.005, 1.005], ['-0.001', -0.001], ['-0', 0], ['1.50000', 1.5], [999_999_999_999.999, 999_999_999_999.999], ['007', 7]],
    refused: [...refusedAs('number', notNumbers), ['1.0005', 'decimals'], [0.1 + 0.2, 'decimals'], ['1000000000000000', 'tooLarge'], [1e15, 'tooLarge'], [-1000.5, 'atLeast'], [1e-7, 'number'], [`0.${'9'.repeat(500)}`, 'number']],
  },
  money: {
    accepted: [['12.3', '12.30'], [12.3, '12.30'], ['0', '0.00'], ['-0', '0.00'], [0.1, '0.10'], ['12.300', '12.30'], ['9999999999999.99', '9999999999999.99']],
    refused: [...refusedAs('amount', notNumbers), ['12.345', 'cents'], [12.345, 'cents'], ['0.001', 'cents'], [0.1 + 0.2, 'cents'], ['-1', 'atLeast'], [-0.01, 'atLeast'], ['10000000000000', 'tooLarge'], [1e15, 'tooLarge'], ['¥1', 'amount'], [1e21, 'amount']],
  },
  percent: {
    accepted: [[0, 0], ['12.34', 12.34], [100, 100]],
    refused: [...refusedAs('number', notNumbers), ['12.345', 'percent'], [-1, 'atLeast'], [100.01, 'atMost'], ['12%', 'number']],
  },
  bool: {
    accepted: [[1, 1], [0, 0], ['1', 1], ['0', 0], [true, 1], [false, 0], ['true', 1], ['false', 0]],
    refused: [[2, 'bool'], ['yes', 'bool'], [[1], 'bool'], [{}, 'bool'], [-1, 'bool']],
  },
  enum: {
    options: { items },
    accepted: [['draft', 'draft'], [0, '0'], ['0', '0']],
    refused: [['Draft', 'choice'], ['constructor', 'choice'], ['__proto__', 'choice'], [['draft'], 'choice'], [{ toString: 1 }, 'choice'], ['draft ', 'choice']],
  },
  enums: {
    options: { items },
    accepted: [[['live', 'draft'], ['draft', 'live']], ['live,draft', ['draft', 'live']], [['draft', 'draft'], ['draft']], ['draft', ['draft']]],
    refused: [[['gone'], 'choice'], [',', 'choice'], ['draft,', 'choice'], [[['draft']], 'choice'], [{ draft: true }, 'list'], [Array(10_000).fill('draft'), 'tooMany']],
  },
  tags: {
    options: { limit: 3, max: 5 },
    accepted: [[['a', 'b'], ['a', 'b']], [['a', ' a '], ['a']], ['a,b', ['a,b']], [['𠮷'], ['𠮷']], [[7], ['7']]],
    refused: [[['a', ' '], 'emptyElement'], [['toolong'], 'max'], [['1', '2', '3', '4'], 'tooMany'], [[nul], 'characters'], [[['a']], 'text'], [{}, 'list'], [[null], 'text']],
  },
  date: {
    options: { min: '0001-01-01', max: '9999-12-31' },
    accepted: [['2024-02-29', '2024-02-29'], [' 2024-01-31 ', '2024-01-31'], ['0001-01-01', '0001-01-01'], ['9999-12-31', '9999-12-31'], ['2000-02-29', '2000-02-29']],
    refused: refusedAs('date', ['2024-02-30', '2023-02-29', '1900-02-29', '2024-13-01', '2024-00-10', '2024-04-31', '0000-01-01', '10000-01-01', '-001-01-01', '2024-1-1', '24-01-01', '2024/01/01', '２０２４-01-01', '2024-01-01T00:00:00', 20240101, 0, true, [], {}]),
  },
  time: {
    accepted: [['09:30', '09:30:00'], ['23:59:59', '23:59:59'], ['00:00', '00:00:00']],
    refused: refusedAs('time', ['24:00', '9:30', '12:60', '12:00:60', '12', '12:00 PM', '１２:00', 12, [], {}]),
  },
  datetime: {
    accepted: [
      [1_700_000_000, 1_700_000_000], ['1700000000', 1_700_000_000], [1_700_000_000_999, 1_700_000_000], [0, 0], ['-1', -1], [-0, 0],
      ['2024-01-02 03:04:05', 1_704_135_845], ['2024-01-02T03:04:05', 1_704_135_845], ['2024-01-02 03:04', 1_704_135_840], ['2024-01-02', 1_704_124_800],
      ['2024-01-01T19:04:05.000Z', 1_704_135_845], ['2024-01-02T03:04:05+08:00', 1_704_135_845], ['9999-12-31 23:59:59', 253_402_271_999],
    ],
    refused: refusedAs('datetime', ['2024-02-30 00:00:00', '0000-01-01 00:00:00', '2024-01-02 24:00:00', '2024-01-02 3:4:5', 'now', '1e999', 1.5, NaN, Infinity, 1e15, '17000000000000', '１７００００００００', '99999-01-01', true, [], {}]),
  },
  timestamp: {
    accepted: [[1_700_000_000, 1_700_000_000], ['2024-01-02 03:04:05', 1_704_135_845]],
    refused: refusedAs('datetime', ['2024-02-30 00:00:00', 'x', {}, 1e15]),
  },
  year: {
    accepted: [[2024, 2024], ['1', 1], [9999, 9999]],
    refused: [[0, 'atLeast'], [10_000, 'atMost'], ['2024.5', 'integer'], ['２０２４', 'integer'], ['1e3', 'integer']],
  },
  color: {
    accepted: [['#FFF', '#ffffff'], ['#1677ff', '#1677ff'], ['#1677ff80', '#1677ff80'], ['#1234', '#11223344']],
    refused: refusedAs('color', ['red', '#12', '#12345', '#ggg', 'url(x)', '#fff;background:url(//evil)', 0xffffff, [], {}]),
  },
  icon: {
    accepted: [['fa fa-file-text-o', 'fa fa-file-text-o'], ['el-icon-User', 'el-icon-User'], ['iconfont icon-x', 'iconfont icon-x'], ['local-logo', 'local-logo']],
    refused: refusedAs('icon', ['<svg>', 'fa"onclick', 'fa  fa-x', '1x', `fa ${'x'.repeat(200)}`, 7, [], {}]),
  },
  url: {
    accepted: [['https://example.com', 'https://example.com'], [' http://例子.中国/路径?q=1#x ', 'http://例子.中国/路径?q=1#x'], ['HTTPS://Example.com/', 'HTTPS://Example.com/'], ['http://localhost:8000/a', 'http://localhost:8000/a']],
    refused: [...refusedAs('url', [...trickyAddresses, '/a.png', 'example.com', 7]), [nul, 'characters'], [`https://a.example/${'x'.repeat(3000)}`, 'max'], [[], 'text']],
  },
  email: {
    accepted: [['a@example.com', 'a@example.com'], [' First.Last+tag@Sub.Example.COM ', 'First.Last+tag@sub.example.com'], ['a@xn--fiqs8s.example', 'a@xn--fiqs8s.example']],
    refused: refusedAs('email', ['a', 'a@b', '@example.com', 'a@@example.com', 'a@example..com', '.a@example.com', 'a..b@example.com', 'a@-example.com', 'u@x.com\r\nBcc: v@y.com', 'a@example.com,b@example.com', 'A <a@example.com>', `${'a'.repeat(65)}@example.com`, `a@${'b'.repeat(250)}.com`, 'ａ@example.com', 7, [], {}]),
  },
  mobile: {
    accepted: [['13800138000', '13800138000'], [13_800_138_000, '13800138000'], ['+86 138-0013-8000', '13800138000'], ['19912345678', '19912345678']],
    refused: refusedAs('mobile', ['12800138000', '1380013800', '138001380000', '+85213800138', '１３８００１３８０００', '+14155552671', 'x', [], {}]),
  },
  idCard: {
    accepted: [['11010519491231002X', '11010519491231002X'], ['11010519491231002x', '11010519491231002X'], ['440524188001010014', '440524188001010014'], ['130503670401001', '130503670401001']],
    refused: refusedAs('idCard', ['110105194912310021', '110105194902300025', '11010519491331002X', '010105194912310021', '13050367040100', '130503670431001', '11010521491231002X', 'x', [], {}]),
  },
  password: {
    accepted: [['secret', 'secret'], [' spaces ', ' spaces '], ['密码密码密码', '密码密码密码'], ['x'.repeat(32), 'x'.repeat(32)], ['😀'.repeat(32), '😀'.repeat(32)]],
    refused: refusedAs('password', ['short', 'x'.repeat(33), 'with&amp', 'with<tag', 'with>tag', 'with"quote', "with'quote", 'line\nbreak', 'line\rbreak', 'nul\0nul', `${loneSurrogate}abcdef`, 123_456_789, ['secret'], { length: 8 }]),
  },
  json: {
    options: { max: 60 },
    accepted: [[{ a: [1, null, 'x'] }, { a: [1, null, 'x'] }], [[], []], ['text', 'text'], [0, 0], [-0, 0], [false, false], [{}, {}]],
    refused: [[{ a: nul }, 'characters'], [{ [loneSurrogate]: 1 }, 'characters'], [{ a: 'x'.repeat(100) }, 'max'], [JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`), 'jsonDepth'], [Infinity, 'json'], [() => 1, 'json']],
  },
  keyValue: {
    options: { limit: 2 },
    accepted: [[[{ key: 'a', value: 'b' }], [{ key: 'a', value: 'b' }]], [[{ key: ' a ', value: 7, extra: 1 }], [{ key: 'a', value: '7' }]], [[{ key: 'a' }], [{ key: 'a', value: '' }]]],
    refused: [[[{ key: '', value: 'b' }], 'keyValue'], [['a'], 'keyValue'], [{ a: 'b' }, 'list'], ['a', 'list'], [Array(3).fill({ key: 'a', value: 'b' }), 'tooMany'], [[{ key: 'a', value: {} }], 'text'], [[{ key: nul, value: '' }], 'characters'], [[null], 'keyValue']],
  },
  image: {
    accepted: [['/upload/图 1.png', '/upload/图 1.png'], ['https://example.com/a.png', 'https://example.com/a.png'], ['/', '/']],
    refused: [...refusedAs('fileAddress', [...trickyAddresses, 'a.png', '../a.png', '/a\n.png', '/a"onerror="x']), [[], 'text'], [{}, 'text'], [`/${'x'.repeat(3000)}`, 'max']],
  },
  images: {
    options: { limit: 2 },
    accepted: [[['/a.png', 'https://example.com/b.png'], ['/a.png', 'https://example.com/b.png']], ['/a,b.png', ['/a,b.png']], [['/b.png', '/a.png'], ['/b.png', '/a.png']]],
    refused: [[['/a', '/b', '/c'], 'tooMany'], [['javascript:x'], 'fileAddress'], [{}, 'list'], [[['/a']], 'text']],
  },
  file: {
    accepted: [['/upload/a.pdf', '/upload/a.pdf']],
    refused: [['data:application/pdf,x', 'fileAddress'], ['//evil/a.pdf', 'fileAddress'], [{}, 'text']],
  },
  files: {
    accepted: [[['/a.pdf', '/b.pdf'], ['/a.pdf', '/b.pdf']]],
    refused: [[['file:///etc/passwd'], 'fileAddress'], [Array(21).fill('/a'), 'tooMany'], [7, 'fileAddress']],
  },
  belongsTo: {
    options: { to: 'other' },
    accepted: [[3, 3], ['3', 3]],
    refused: [[-1, 'atLeast'], ['x', 'integer'], [1.5, 'integer'], [[3], 'integer'], [{}, 'integer'], ['1e3', 'integer'], [2 ** 53, 'integer']],
  },
  belongsToMany: {
    options: { to: 'other', limit: 3 },
    accepted: [[[3, 1, '3'], [1, 3]], ['3,1', [1, 3]], [7, [7]]],
    refused: [[[0], 'atLeast'], [['x'], 'integer'], [[1, 2, 3, 4], 'tooMany'], [{}, 'list'], [[[1]], 'integer']],
  },
  parent: {
    accepted: [[3, 3], ['3', 3]],
    refused: [[-1, 'atLeast'], ['x', 'integer'], [[], 'integer']],
  },
  area: {
    accepted: [[['44', '4403', '440305'], ['44', '4403', '440305']], ['44,4403', ['44', '4403']], [['44', '4419', '441900003'], ['44', '4419', '441900003']], [44, ['44']], [['44', '44'], ['44']]],
    refused: [[['4403'], 'area'], [['44', '4501'], 'area'], [['44', '440305'], 'area'], [['44', '4403', '440305', '440305001'], 'tooMany'], [['xx'], 'area'], [{}, 'list'], [['４４'], 'area']],
  },
  computed: {
    options: { sql: 'id * 2', scale: 2 },
    accepted: [['1.5', 1.5], [-3, -3]],
    refused: [['1.234', 'decimals'], ['x', 'number']],
  },
  weigh: {
    accepted: [[-3, -3], ['7', 7]],
    refused: [['x', 'integer'], [1.5, 'integer']],
  },
};
