import { f, table, type Label } from '#resource';

const code = f.text({ required: true, unique: true, max: 12, label: { 'zh-cn': '代码', en: 'Code' } });
const name = f.text({ required: true, max: 50, search: true, label: { 'zh-cn': '名称', en: 'Name' } });
const status = f.bool({ default: 1, label: { 'zh-cn': '启用', en: 'Enabled' } });

const province = table('demo_province', { code, name, status });
const city = table('demo_city', {
  code,
  name,
  province_id: f.belongsTo('demo_province', { required: true, label: { 'zh-cn': '省份', en: 'Province' } }),
  status,
});
const area = table('demo_area', {
  code,
  name,
  city_id: f.belongsTo('demo_city', { required: true, label: { 'zh-cn': '城市', en: 'City' } }),
  status,
});
const street = table('demo_street', {
  code,
  name,
  area_id: f.belongsTo('demo_area', { required: true, label: { 'zh-cn': '区县', en: 'District' } }),
  status,
});
const village = table('demo_village', {
  code,
  name,
  street_id: f.belongsTo('demo_street', { required: true, label: { 'zh-cn': '乡镇街道', en: 'Town' } }),
  status,
});
/** Provinces, cities and districts once more, as one tree whose branches can be dragged. */
const region = table('demo_region', { code, name, status });

declare module '#resource' {
  interface Tables {
    demo_province: typeof province;
    demo_city: typeof city;
    demo_area: typeof area;
    demo_street: typeof street;
    demo_village: typeof village;
    demo_region: typeof region;
  }
}

const directory = { label: { 'zh-cn': '演示数据', en: 'Demo data' }, icon: 'fa fa-map', weigh: 10 };
const shared = (path: string, label: Label, rowLabel: Label, weigh: number) => ({
  path: `demo/${path}`,
  title: 'name' as const,
  label,
  rowLabel,
  icon: 'fa fa-map-marker',
  menu: { weigh, directory },
});

/** The administrative divisions of China, which `npm run demo` fills with real rows. */
export const divisions = [
  province.resource({
    ...shared('province', { 'zh-cn': '省份', en: 'Provinces' }, { 'zh-cn': '省份', en: 'province' }, 9),
    list: { columns: ['code', 'name', 'status', 'update_time'], sort: 'id' },
  }),
  city.resource({
    ...shared('city', { 'zh-cn': '城市', en: 'Cities' }, { 'zh-cn': '城市', en: 'city' }, 8),
    list: { columns: ['code', 'name', 'province.name', 'status', 'update_time'], sort: 'id' },
  }),
  area.resource({
    ...shared('area', { 'zh-cn': '区县', en: 'Districts' }, { 'zh-cn': '区县', en: 'district' }, 7),
    list: {
      columns: ['code', 'name', 'city.name', 'status', 'update_time'],
      filters: ['code', 'name', 'city_id', 'city.province_id', 'status', 'update_time'],
      sort: 'id',
    },
  }),
  street.resource({
    ...shared('street', { 'zh-cn': '乡镇街道', en: 'Towns' }, { 'zh-cn': '乡镇街道', en: 'town' }, 6),
    list: {
      columns: ['code', 'name', 'area.name', 'status', 'update_time'],
      filters: ['code', 'name', 'area_id', 'area.city_id', 'area.city.province_id', 'status', 'update_time'],
      sort: 'id',
    },
  }),
  village.resource({
    ...shared('village', { 'zh-cn': '村居', en: 'Villages' }, { 'zh-cn': '村居', en: 'village' }, 5),
    traits: { history: true },
    list: {
      columns: ['code', 'name', 'street.name', 'status', 'update_time'],
      filters: [
        'code',
        'name',
        'street_id',
        'street.area_id',
        'street.area.city_id',
        'street.area.city.province_id',
        'status',
        'update_time',
      ],
      sort: 'id',
    },
  }),
  region.resource({
    ...shared('region', { 'zh-cn': '地区树', en: 'Region tree' }, { 'zh-cn': '地区', en: 'region' }, 4),
    traits: { tree: true, sortable: true },
    list: { columns: ['name', 'code', 'status', 'update_time'] },
  }),
];
