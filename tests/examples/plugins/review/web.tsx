import { Rate } from 'antd';
import { definePlugin, registerField, registerHeaderEntry, registerPage, registerPublicPage } from '#web';
import { stars } from './stars.ts';

export default definePlugin({
  name: 'review',
  register() {
    // What the browser draws for the kind: in lists, and in forms and filters. With the kind itself instead of its
    // name, forms check values before they send them.
    registerField(stars.kind, {
      Cell: ({ value }) => <Rate disabled value={Number(value ?? 0)} />,
      Input: ({ value, onChange, disabled }) => (
        <Rate value={Number(value ?? 0)} disabled={disabled} onChange={(stars) => onChange?.(stars || null)} />
      ),
      // In a list that names the field in `list.inline`; without this, it is only shown there.
      Inline: ({ value, label, onSave }) => <Rate aria-label={label} value={Number(value ?? 0)} onChange={onSave} />,
      width: 160,
    });

    // `/admin/review/average`, with the texts of `locales/<language>/review.json`; loaded when it is first opened.
    registerPage('review/average', () => import('./AveragePage.tsx'), 'review');

    // `/reviews`, for visitors. A plugin may take `/`, `/chat/:id?` and any other address outside of `/admin`.
    registerPublicPage('/reviews', () => import('./ReviewsPage.tsx'), 'review');

    // Something of the plugin's own in the bar above the pages.
    registerHeaderEntry('review', () => <Rate disabled count={1} value={1} />);
  },
});
