import { f, table } from '#resource';

const conversation = table('chat_conversation', {
  /** What it is called in addresses: 22 random letters. */
  code: f.text({
    required: true,
    unique: true,
    max: 22,
    readonly: true,
    filter: false,
    label: { 'zh-cn': '对话标识', en: 'Reference' },
  }),
  title: f.text({ required: true, max: 100, label: { 'zh-cn': '标题', en: 'Title' } }),
  /** `m7` for the member 7, `v` and the id for a visitor. */
  owner: f.text({ required: true, max: 40, index: true, readonly: true, label: { 'zh-cn': '所有者', en: 'Owner' } }),
  user_id: f.int({ index: true, readonly: true, label: { 'zh-cn': '会员 ID', en: 'Member ID' }, render: 'member' }),
  model_id: f.int({ readonly: true, filter: false }),
  /** The last message of the branch that is shown. */
  leaf_id: f.int({ readonly: true, filter: false }),
  pinned: f.bool({ readonly: true, label: { 'zh-cn': '置顶', en: 'Pinned' } }),
  archived: f.bool({ readonly: true, label: { 'zh-cn': '归档', en: 'Archived' } }),
  /** Whether its title was written by somebody, or by the model. */
  titled: f.bool({ readonly: true, filter: false }),
  shared: f.text({ unique: true, max: 22, readonly: true, filter: false }),
  /** The last message that its public link shows. */
  shared_leaf_id: f.int({ readonly: true, filter: false }),
  /** What else its public link shows as it was then (`SharedState`). */
  shared_state: f.json({ readonly: true, filter: false }),
  /** When it was last written in: the order of its owner's list. */
  last_time: f.timestamp({ index: true, label: { 'zh-cn': '最近消息', en: 'Last message' } }),
  /** When its owner has deleted it; it goes for good some days later. */
  deleted_time: f.timestamp({ index: true, label: { 'zh-cn': '删除时间', en: 'Deleted' } }),
});

declare module '#resource' {
  interface Tables {
    chat_conversation: typeof conversation;
  }
}

export { conversation };
