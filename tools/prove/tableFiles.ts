/** A few fields of every sort, in the order in which tables take turns with them. */
const fields = [
  "code: f.text({ required: true, unique: true, max: 40, search: true, pattern: '[A-Z]{2}-[0-9]{3}' }),",
  "kind: f.enum({ small: 'Small', large: { 'zh-cn': '大', en: 'Large', color: 'red' } }, { default: 'small' }),",
  "price: f.money({ required: true, min: '0.50', max: '99.90' }),",
  "due: f.date({ min: '2024-01-01' }),",
  'starts_at: f.datetime(),',
  'share: f.percent({ min: 0, max: 100 }),',
  'weight: f.decimal({ scale: 3, index: true }),',
  'pieces: f.int({ min: 1, max: 12, required: true }),',
  'labels: f.tags({ limit: 4 }),',
  'hidden_from_all: f.text({ secret: true }),',
  'mail: f.email(),',
  'site: f.url(),',
  'done: f.bool(),',
  "sizes: f.enums({ s: 'S', m: 'M', l: 'L' }),",
  'text: f.richText(),',
  'extra: f.json(),',
  'margin: f.computed<number>({ sql: "price * 0.3" }),',
] as const;
const traits = ['sortable', 'tree', 'trash', 'history'] as const;
/** Fields of `fields` that every table has: its unique name, and a price for what is computed. */
const always = [0, 2, 16];

const ownRows = `  rows: { read: (caller) => caller.super || { owner_id: caller.id } },
  access: { price: { read: (caller) => caller.super } },
`;

/** Resource files as an integrator might write them: each refers to the one before it, and has rules and traits in turn. */
export function tableFiles(count: number): [file: string, text: string][] {
  return Array.from({ length: count }, (_, at) => [`made${at}.ts`, tableFile(at)]);
}

function tableFile(at: number): string {
  const own = fields.filter((_, place) => always.includes(place) || (place + at) % 3 !== 0);
  const relation =
    at === 0 ? [] : [`made${at - 1}_id: f.belongsTo('made${at - 1}'${at % 2 === 0 ? ', { required: true }' : ''}),`];
  const many = at < 2 ? [] : [`made${at - 2}_ids: f.belongsToMany('made${at - 2}'),`];
  const owned = at % 4 === 3;
  return `import { f, table } from '#resource';

export const made${at} = table('made${at}', {
${[...own, ...relation, ...many, ...(owned ? ['owner_id: f.int(),'] : [])].map((line) => `  ${line}`).join('\n')}
});

declare module '#resource' {
  interface Tables {
    made${at}: typeof made${at};
  }
}

export default made${at}.resource({
  path: 'made/table${at}',
  label: { 'zh-cn': '表${at}', en: 'Table ${at}' },
  traits: { ${traits
    .filter((_, place) => (at >> place) % 2 === 1)
    .map((trait) => `${trait}: true`)
    .join(', ')} },
${owned ? ownRows : ''}});
`;
}
