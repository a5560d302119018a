import { extended, f, table, type Resource } from '#resource';
import appraisal from '../examples/plugins/appraisal/server.ts';
import gallery from '../examples/plugins/gallery/server.ts';

/** The paintings of the example plugins, one of which has extended the table of the other. */
export const paintings: readonly Resource[] = gallery.resources!.map((resource) =>
  extended(resource, { ...appraisal.extensions![0]!, plugin: appraisal.name }),
);

const sketch = table('sketch', {
  title: f.text({ label: { 'zh-cn': '标题', en: 'Title' }, required: true }),
  painter: f.text({ label: { 'zh-cn': '画家', en: 'Painter' } }),
  estimate: f.money({ label: { 'zh-cn': '估价', en: 'Estimate' } }),
  tall: f.decimal({ label: { 'zh-cn': '高', en: 'Height' } }),
  sold: f.bool({ label: { 'zh-cn': '已售', en: 'Sold' } }),
});
declare module '#resource' {
  interface Tables {
    sketch: typeof sketch;
  }
}

/** A table whose fields plugins of tests draw in ways of their own. */
export const sketches: readonly Resource[] = [
  sketch.resource({ path: 'gallery/sketch', label: { 'zh-cn': '草图', en: 'Sketches' } }),
];
