import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { definePlugin, registerHeaderEntry } from '#web';

const Download = () => {
  const { t } = useTranslation('archive');
  return <Button type="text" title={t('archive:download')} icon={<i className="fa fa-file-archive-o" />} />;
};

export default definePlugin({
  name: 'archive',
  register() {
    registerHeaderEntry('archive', Download);
  },
});
