import { f, table, type Resource } from '#resource';

const genus = table('genus', { name: f.text({ required: true, search: true }) });
const label = (kind: string) => ({ label: { 'zh-cn': kind, en: kind } });
const specimen = table('specimen', {
  text: f.text(label('text')),
  textarea: f.textarea(label('textarea')),
  rich_text: f.richText(label('richText')),
  int: f.int(label('int')),
  decimal: f.decimal({ scale: 3, ...label('decimal') }),
  money: f.money(label('money')),
  percent: f.percent(label('percent')),
  bool: f.bool(label('bool')),
  enum: f.enum({ red: 'Red', blue: 'Blue' }, label('enum')),
  enums: f.enums({ round: 'Round', flat: 'Flat' }, label('enums')),
  tags: f.tags(label('tags')),
  date: f.date(label('date')),
  time: f.time(label('time')),
  datetime: f.datetime(label('datetime')),
  year: f.year(label('year')),
  color: f.color(label('color')),
  icon: f.icon(label('icon')),
  url: f.url(label('url')),
  email: f.email(label('email')),
  mobile: f.mobile(label('mobile')),
  id_card: f.idCard(label('idCard')),
  password: f.password(label('password')),
  json: f.json(label('json')),
  key_value: f.keyValue(label('keyValue')),
  image: f.image(label('image')),
  images: f.images(label('images')),
  file: f.file(label('file')),
  files: f.files(label('files')),
  area: f.area(label('area')),
  genus_id: f.belongsTo('genus', label('belongsTo')),
  genus_ids: f.belongsToMany('genus', label('belongsToMany')),
});
declare module '#resource' {
  interface Tables {
    genus: typeof genus;
    specimen: typeof specimen;
  }
}

/** A table with a field of each kind that people fill in, named after it. */
export const specimens: readonly Resource[] = [
  genus.resource({ path: 'kinds/genus' }),
  specimen.resource({
    path: 'kinds/specimen',
    list: { columns: Object.keys(specimen.fields).filter((name) => name !== 'password') as never },
  }),
];
