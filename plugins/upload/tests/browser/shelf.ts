import { f, table, type Resource } from '#resource';

const shelf = table('upload_shelf', {
  title: f.text({ required: true, label: { 'zh-cn': '标题', en: 'Title' } }),
  cover: f.image({ label: { 'zh-cn': '封面', en: 'Cover' } }),
  pictures: f.images({ limit: 12, label: { 'zh-cn': '图片', en: 'Pictures' } }),
  paper: f.file({ label: { 'zh-cn': '合同', en: 'Contract' } }),
  papers: f.files({ limit: 5, label: { 'zh-cn': '附件', en: 'Papers' } }),
  secret: f.file({
    private: { upload: { private: true, types: 'pdf,txt' } },
    label: { 'zh-cn': '密件', en: 'Secret' },
  }),
  story: f.richText({ label: { 'zh-cn': '正文', en: 'Story' } }),
});
declare module '#resource' {
  interface Tables {
    upload_shelf: typeof shelf;
  }
}

/** A table with every kind of field that takes files. */
export const shelves: readonly Resource[] = [
  shelf.resource({
    path: 'upload/shelf',
    label: { 'zh-cn': '书架', en: 'Shelves' },
    list: { columns: ['title', 'cover', 'pictures', 'paper', 'papers', 'secret'] },
  }),
];
