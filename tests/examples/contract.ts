import { f, table } from '#resource';

const contract = table('contract', {
  title: f.text({ label: { 'zh-cn': '名称', en: 'Title' }, required: true, max: 100, search: true }),
});

export default contract.resource({
  path: 'sale/contract',
  label: { 'zh-cn': '合同', en: 'Contracts' },
  menu: { directory: { label: { 'zh-cn': '销售', en: 'Sales' }, icon: 'fa fa-shopping-cart' } },
  traits: { project: true },
});
