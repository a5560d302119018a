import { f, table } from '#resource';

const order = table('demo_order', {
  number: f.text({ required: true, unique: true, max: 30, search: true, label: { 'zh-cn': '单号', en: 'Number' } }),
  customer: f.text({ required: true, max: 50, search: true, label: { 'zh-cn': '客户', en: 'Customer' } }),
  ordered_on: f.date({ required: true, label: { 'zh-cn': '下单日期', en: 'Ordered on' } }),
  city_id: f.belongsTo('demo_city', { onDelete: 'restrict', label: { 'zh-cn': '收货城市', en: 'Ship to' } }),
  state: f.enum(
    {
      open: { 'zh-cn': '待发货', en: 'To ship' },
      shipped: { 'zh-cn': '已发货', en: 'Shipped', color: 'blue' },
      paid: { 'zh-cn': '已结清', en: 'Paid', color: 'green' },
    },
    { required: true, default: 'open', label: { 'zh-cn': '状态', en: 'Status' } },
  ),
});

const line = table('demo_order_line', {
  order_id: f.belongsTo('demo_order', { required: true, onDelete: 'cascade', label: { 'zh-cn': '订单', en: 'Order' } }),
  product: f.text({ required: true, max: 50, search: true, label: { 'zh-cn': '商品', en: 'Product' } }),
  quantity: f.int({ required: true, default: 1, min: 1, max: 9999, label: { 'zh-cn': '数量', en: 'Quantity' } }),
  price: f.money({ required: true, min: '0', label: { 'zh-cn': '单价', en: 'Price' } }),
  amount: f.computed<number>({ sql: 'quantity * price', label: { 'zh-cn': '金额', en: 'Amount' } }),
});

declare module '#resource' {
  interface Tables {
    demo_order: typeof order;
    demo_order_line: typeof line;
  }
}

/** Orders whose lines are edited within the order and saved with it. */
export const orders = [
  order.resource({
    path: 'demo/order',
    title: 'number',
    label: { 'zh-cn': '订单', en: 'Orders' },
    rowLabel: { 'zh-cn': '订单', en: 'order' },
    icon: 'fa fa-shopping-cart',
    menu: { weigh: 2 },
    traits: { history: true, trash: true },
    list: {
      columns: ['number', 'customer', 'city.name', 'ordered_on', 'state'],
      filters: ['number', 'customer', 'city_id', 'city.province_id', 'ordered_on', 'state'],
      sort: '-ordered_on',
    },
    form: {
      layout: [['number', 'ordered_on'], ['customer', 'city_id'], 'state'],
      lines: { demo_order_line: { totals: ['quantity', 'amount'] } },
    },
  }),
  line.resource({
    path: 'demo/order_line',
    title: 'product',
    label: { 'zh-cn': '订单明细', en: 'Order lines' },
    rowLabel: { 'zh-cn': '明细', en: 'line' },
    menu: false,
    traits: { sortable: true, history: true },
  }),
];
