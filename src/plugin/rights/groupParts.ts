import { f } from '#resource';

const hidden = { read: () => false } as const;

/** Options of what a group owns: its `rule_ids`. */
export const ownedRules = {
  limit: 5000,
  render: 'permissions',
  label: { 'zh-cn': '权限', en: 'Permissions' },
  when: { is_super: 0 },
} as const;

/** Fields that groups of every realm have alike. */
export const groupFields = {
  status: f.bool({ default: 1, label: { 'zh-cn': '启用', en: 'Enabled' } }),
  /** The name of a group that was made at the first start; while it is the same, everybody reads it in their own language. */
  made_name: f.text({ readonly: true, filter: false }),
  made_name_en: f.text({ readonly: true, filter: false, search: true }),
};

/** Who may know of them. */
export const groupAccess = { made_name: hidden, made_name_en: hidden } as const;
