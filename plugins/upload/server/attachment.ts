import { f, Problem, table } from '#resource';
import { fileSize } from '../shared/fileSize.ts';
import { displayName } from '../shared/displayName.ts';
import { forgetFiles, removeFile } from './goneFile.ts';
import { suffixesLike } from './sniff.ts';

/** A stored file. Forms of other tables hold its `url`. */
export const attachment = table('attachment', {
  name: f.text({ required: true, max: 100, search: true, label: { 'zh-cn': '文件名', en: 'File name' } }),
  topic: f.text({
    max: 20,
    pattern: '[\\w-]+',
    default: 'default',
    filter: true,
    index: true,
    label: { 'zh-cn': '分类', en: 'Topic' },
  }),
  // Not unique: in earlier versions owners whose files were equal shared an address.
  url: f.text({ readonly: true, max: 500, index: true, pinyin: false, label: { 'zh-cn': '预览', en: 'Preview' } }),
  size: fileSize({ readonly: true, label: { 'zh-cn': '大小', en: 'Size' } }),
  mimetype: f.text({ readonly: true, max: 100, index: true, pinyin: false, label: { 'zh-cn': '类型', en: 'Type' } }),
  suffix: f.text({ readonly: true, max: 10, pinyin: false, label: { 'zh-cn': '扩展名', en: 'Extension' } }),
  width: f.int({ readonly: true, label: { 'zh-cn': '宽度', en: 'Width' } }),
  height: f.int({ readonly: true, label: { 'zh-cn': '高度', en: 'Height' } }),
  storage: f.enum(
    { local: { 'zh-cn': '本站', en: 'This site' }, s3: { 'zh-cn': '对象存储', en: 'Object storage' } },
    { readonly: true, default: 'local', label: { 'zh-cn': '存储方式', en: 'Storage' } },
  ),
  is_private: f.bool({ readonly: true, label: { 'zh-cn': '私有', en: 'Private' } }),
  quote: f.int({ readonly: true, default: 0, label: { 'zh-cn': '使用次数', en: 'Uses' } }),
  admin_id: f.belongsTo('admin', { onDelete: 'null', readonly: true, label: { 'zh-cn': '上传者', en: 'Uploaded by' } }),
  /** Of the member who has uploaded it, when a plugin brings members. */
  user_id: f.int({
    readonly: true,
    index: true,
    label: { 'zh-cn': '上传会员', en: 'Uploaded by member' },
    render: 'member',
  }),
  last_upload_time: f.timestamp({ label: { 'zh-cn': '上传时间', en: 'Uploaded' } }),
  /** Since when no row uses it; null while one does. */
  unused_time: f.timestamp({ index: true, label: { 'zh-cn': '闲置起始', en: 'Unused since' } }),
  /** Of the stored bytes. */
  sha1: f.text({ readonly: true, max: 40, pinyin: false, label: 'SHA-1' }),
  /** Of the bytes as they were sent; others where the location was taken out of a picture. */
  sent_sha1: f.text({ readonly: true, max: 40, pinyin: false }),
  /** Of owner, content and place: the same twice is one file. */
  identity: f.text({ readonly: true, max: 64, unique: true, pinyin: false }),
  /** Where the storage has it. */
  key: f.text({ readonly: true, max: 255, index: true, pinyin: false }),
});

declare module '#resource' {
  interface Tables {
    attachment: typeof attachment;
  }
}

/** Files that one job removes: storages may take a second for each. */
const removedTogether = 50;

const hidden = { read: () => false, write: () => false };

export const attachmentResource = attachment.resource({
  path: 'routine/attachment',
  label: { 'zh-cn': '附件管理', en: 'Attachments' },
  icon: 'fa fa-folder',
  menu: { weigh: 87 },
  remark: {
    'zh-cn': '所有上传的文件。删除附件会同时删除文件本身。',
    en: 'All uploaded files. Deleting an attachment also deletes the file itself.',
  },
  title: 'name',
  aliases: { createtime: 'create_time', lastuploadtime: 'last_upload_time' },
  list: {
    empty: { 'zh-cn': '还没有上传文件', en: 'No files have been uploaded yet' },
    // As many as a window of 1280 shows beside the menu; the others can be switched on.
    columns: ['url', 'name', 'size', 'admin_id', 'quote', 'last_upload_time'],
    filters: ['name', 'topic', 'mimetype', 'storage', 'admin_id', 'user_id', 'quote', 'size', 'last_upload_time'],
    sort: '-last_upload_time',
    pageSize: 20,
  },
  form: { layout: ['name', 'topic'] },
  // Private files are nobody's business but their owner's; who may read a row that uses one gets it by a link.
  rows: {
    read: (caller) =>
      caller.super || { or: [{ is_private: 0 }, ...(caller.realm === 'admin' ? [{ admin_id: caller.id }] : [])] },
  },
  access: {
    key: hidden,
    sent_sha1: hidden,
    identity: hidden,
    user_id: { ...hidden, read: ({ realm }) => realm === 'admin' },
  },
  actions: ['index', 'edit', 'del'],
  // What others use of it stays, without whose it was; the rest goes with the person (`forgetFiles`).
  personal: [
    { realm: 'admin', field: 'admin_id', erase: { admin_id: null } },
    { realm: 'member', field: 'user_id', erase: { user_id: null, name: '—' }, omit: ['key', 'sent_sha1', 'identity'] },
  ],
  hooks: {
    // Whoever saves the file gets it by this name: what it ends in is what the content is.
    beforeSave({ next, prev }) {
      if (!prev || next.name === undefined || next.name === prev.name) return;
      next.name = displayName(next.name, suffixesLike(prev.suffix ?? ''), prev.suffix ?? '');
    },
    async afterSave({ row, prev, context }) {
      if (prev?.user_id && row.user_id === null) await context.enqueue(forgetFiles, [row.id]);
    },
    // In the transaction: the file goes when the row has gone, and stays when it has not.
    async beforeDelete({ rows, context }) {
      // Whoever knows of the uses has taken them away before (`deleteUsed`).
      const uses = await context.table('attachment_use').count({ attachment_id: { in: rows.map(({ id }) => id) } });
      if (uses > 0) throw new Problem('upload:attachment.inUse', { count: uses });
      const files = rows.flatMap(({ storage, key }) => (key ? [{ storage: storage!, key }] : []));
      for (let at = 0; at < files.length; at += removedTogether)
        await context.enqueue(removeFile, files.slice(at, at + removedTogether));
    },
  },
});
