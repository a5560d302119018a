import { Rate } from 'antd';
import { definePlugin, registerFormSection, registerTableField } from '#web';

export default definePlugin({
  name: 'appraisal',
  register() {
    // One field of one table in its own way. What is left out (here its place and width) stays as its kind has it.
    registerTableField('painting', 'grade', {
      Cell: ({ value }) => <Rate disabled value={Number(value ?? 0)} />,
      Input: ({ value, onChange }) => (
        <Rate value={Number(value ?? 0)} onChange={(grade) => onChange?.(grade || null)} />
      ),
      group: true,
      width: 170,
    });

    // A tab of the form with two of the fields that the server half adds; fetched when the form is first shown.
    registerFormSection({
      name: 'appraisal',
      table: 'painting',
      label: { 'zh-cn': '鉴定', en: 'Appraisal' },
      place: 'tab',
      fields: ['estimate', 'condition'],
      load: () => import('./Appraisal.tsx'),
      texts: ['appraisal'],
    });
  },
});
