import { definePlugin } from '#plugin';
import { action, extend, f, Problem, table } from '#resource';

const department = table('department', {
  name: f.text({ required: true, unique: true, search: true, label: { 'zh-cn': '部门', en: 'Department' } }),
});
// Columns of `admin` from now on. When the plugin goes they stay, with their values, until `dropped` names them.
const staff = extend('admin', {
  department_id: f.belongsTo('department', { label: { 'zh-cn': '部门', en: 'Department' } }),
  extension: f.text({ max: 10, pattern: '^[0-9]+$', label: { 'zh-cn': '分机', en: 'Extension' } }),
});

declare module '#resource' {
  interface Tables {
    department: typeof department;
  }
  // Lets every plugin know of the new columns of `admin`.
  interface Extensions {
    department: typeof staff;
  }
}

export default definePlugin({
  name: 'department',
  resources: [department.resource({ path: 'company/department', label: { 'zh-cn': '部门', en: 'Departments' } })],
  extensions: [
    staff.with({
      list: { columns: [{ name: 'department.name', after: 'nickname' }, 'extension'], filters: ['department_id'] },
      form: { layout: [{ section: { 'zh-cn': '工作', en: 'Work' }, fields: ['department_id', 'extension'] }] },
      // Rows that both allow, the table's own rule and this one.
      rows: { read: (caller) => caller.super || { or: [{ id: caller.id }, { department_id: { isNull: false } }] } },
      access: { extension: { write: (caller) => caller.super } },
      actions: {
        leave: action({
          label: { 'zh-cn': '离开部门', en: 'Leave department' },
          async handler({ rows, table: admins }) {
            for (const { id } of rows) await admins.edit(id, { department_id: null });
          },
        }),
      },
      hooks: {
        beforeSave({ next, prev }) {
          if (prev && next.extension === '0') throw new Problem('rows:taken');
        },
      },
    }),
  ],
});
