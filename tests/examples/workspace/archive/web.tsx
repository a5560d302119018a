import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { registerHeaderEntry } from '#web';

const Download = () => {
  const { t } = useTranslation('archive');
  return <Button type="text" title={t('archive:download')} icon={<i className="fa fa-file-archive-o" />} />;
};

registerHeaderEntry('archive', Download);
