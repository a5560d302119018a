import { f, table } from '#resource';

const invoice = table('invoice', {
  number: f.text({ label: { 'zh-cn': '单号', en: 'Number' }, required: true, unique: true, max: 30 }),
  customer: f.text({ label: { 'zh-cn': '客户', en: 'Customer' }, required: true, max: 120, search: true }),
  issued_on: f.date({ label: { 'zh-cn': '开票日期', en: 'Issued on' } }),
});

const invoiceLine = table('invoice_line', {
  invoice_id: f.belongsTo('invoice', { required: true, onDelete: 'cascade' }),
  product: f.text({ label: { 'zh-cn': '商品', en: 'Product' }, required: true, max: 120 }),
  quantity: f.int({ label: { 'zh-cn': '数量', en: 'Quantity' }, required: true, default: 1, min: 1 }),
  price: f.money({ label: { 'zh-cn': '单价', en: 'Price' }, required: true }),
  amount: f.computed<number>({ label: { 'zh-cn': '金额', en: 'Amount' }, sql: 'quantity * price' }),
});

declare module '#resource' {
  interface Tables {
    invoice: typeof invoice;
    invoice_line: typeof invoiceLine;
  }
}

export default invoice.resource({
  path: 'sales/invoice',
  label: { 'zh-cn': '发票', en: 'Invoices' },
  traits: { history: true },
  form: {
    layout: [['number', 'issued_on'], 'customer'],
    // Edited within the invoice and saved with it, all or none.
    lines: { invoice_line: { totals: ['quantity', 'amount'] } },
  },
});

export const invoiceLines = invoiceLine.resource({
  path: 'sales/invoice_line',
  label: { 'zh-cn': '发票明细', en: 'Invoice lines' },
  menu: false,
  traits: { sortable: true, history: true },
});
