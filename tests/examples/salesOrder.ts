import { f, table } from '#resource';

const salesOrder = table('sales_order', {
  number: f.text({ label: { 'zh-cn': '单号', en: 'Number' }, required: true, unique: true, max: 30 }),
  customer: f.text({ label: { 'zh-cn': '客户', en: 'Customer' }, required: true, max: 120, search: true }),
  ordered_on: f.date({ label: { 'zh-cn': '下单日期', en: 'Ordered on' } }),
});

const salesOrderLine = table('sales_order_line', {
  sales_order_id: f.belongsTo('sales_order', { required: true, onDelete: 'cascade' }),
  product: f.text({ label: { 'zh-cn': '商品', en: 'Product' }, required: true, max: 120 }),
  quantity: f.int({ label: { 'zh-cn': '数量', en: 'Quantity' }, required: true, default: 1, min: 1 }),
  price: f.money({ label: { 'zh-cn': '单价', en: 'Price' }, required: true }),
  amount: f.computed<number>({ label: { 'zh-cn': '金额', en: 'Amount' }, sql: 'quantity * price' }),
});

declare module '#resource' {
  interface Tables {
    sales_order: typeof salesOrder;
    sales_order_line: typeof salesOrderLine;
  }
}

// Tables that belong together may share a file.
export default [
  salesOrder.resource({
    path: 'sales/sales_order',
    label: { 'zh-cn': '订单', en: 'Orders' },
    menu: { directory: { label: { 'zh-cn': '销售', en: 'Sales' }, icon: 'fa fa-shopping-cart' } },
    traits: { history: true },
    form: {
      layout: [['number', 'ordered_on'], 'customer'],
      // Edited within the order and saved with it, all or none.
      lines: { sales_order_line: { totals: ['quantity', 'amount'] } },
    },
  }),
  salesOrderLine.resource({
    path: 'sales/sales_order_line',
    label: { 'zh-cn': '订单明细', en: 'Order lines' },
    menu: false,
    traits: { sortable: true, history: true },
  }),
];
