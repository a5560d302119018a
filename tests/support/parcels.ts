import { f, table, type Resource } from '#resource';

const parcel = table('parcel', {
  name: f.text({ required: true, unique: true, label: { 'zh-cn': '名称', en: 'Name' } }),
  note: f.textarea({ label: { 'zh-cn': '备注', en: 'Note' } }),
  address: f.textarea({ label: { 'zh-cn': '地址', en: 'Address' } }),
  labels: f.images({ label: { 'zh-cn': '标签图', en: 'Labels' } }),
  picture: f.image({ label: { 'zh-cn': '图片', en: 'Picture' } }),
  paper: f.file({ label: { 'zh-cn': '文件', en: 'Paper' } }),
  count: f.int({ label: { 'zh-cn': '数量', en: 'Count' }, help: { 'zh-cn': '整数', en: 'How many there are' } }),
  price: f.money({ label: { 'zh-cn': '价格', en: 'Price' } }),
  weight: f.decimal({ scale: 3, label: { 'zh-cn': '重量', en: 'Weight' } }),
});
const fee = table('parcel_fee', {
  name: f.text({ required: true, label: { 'zh-cn': '名称', en: 'Name' } }),
  price: f.money({ default: '2.00', label: { 'zh-cn': '价格', en: 'Price' } }),
  twice: f.computed<number>({ sql: 'price * 2', label: { 'zh-cn': '两倍', en: 'Twice' } }),
  checked: f.text({ readonly: true, label: { 'zh-cn': '检查人', en: 'Checked by' } }),
  limit: f.int({ max: 5, label: { 'zh-cn': '上限', en: 'Limit' } }),
});
declare module '#resource' {
  interface Tables {
    parcel: typeof parcel;
    parcel_fee: typeof fee;
  }
}

/** A table with a form that is longer than a screen, and one whose form has a tab and values that nobody sets. */
export const parcels: readonly Resource[] = [
  parcel.resource({ path: 'post/parcel', label: { 'zh-cn': '包裹', en: 'Parcels' } }),
  fee.resource({
    path: 'post/parcel_fee',
    label: { 'zh-cn': '费用', en: 'Fees' },
    form: {
      layout: [
        'name',
        ['price', 'twice', 'checked'],
        { section: { 'zh-cn': '限制', en: 'Limits' }, tab: true, fields: ['limit'] },
      ],
    },
  }),
];
