import { definePlugin } from '#plugin';
import { f, table } from '#resource';

const painting = table('painting', {
  title: f.text({ label: { 'zh-cn': '画名', en: 'Title' }, required: true, max: 80, search: true }),
  painter: f.text({ label: { 'zh-cn': '画家', en: 'Painter' }, search: true }),
  picture: f.image({ label: { 'zh-cn': '图片', en: 'Picture' } }),
  price: f.money({ label: { 'zh-cn': '价格', en: 'Price' }, default: '0' }),
  sold: f.bool({ label: { 'zh-cn': '已售', en: 'Sold' } }),
  story: f.richText({ label: { 'zh-cn': '介绍', en: 'Story' } }),
});

declare module '#resource' {
  interface Tables {
    painting: typeof painting;
  }
}

export default definePlugin({
  name: 'gallery',
  resources: [
    painting.resource({
      path: 'gallery/painting',
      label: { 'zh-cn': '画作', en: 'Paintings' },
      icon: 'fa fa-picture-o',
      traits: { sortable: true, trash: true },
      list: { columns: ['picture', 'title', 'painter', 'price', 'sold', 'update_time'] },
      form: { layout: ['title', ['painter', 'price'], 'picture', 'sold', 'story'] },
    }),
  ],
});
