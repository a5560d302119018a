import { useCan } from '@refinedev/core';
import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FormSectionProps } from '#web';
import { OnRequest } from './OnRequest.tsx';

/** In the record of a conversation: what was written in it, once somebody who may read it asks for it. */
export default function TranscriptSection({ row }: FormSectionProps) {
  const { t } = useTranslation('chatOffice');
  const { data } = useCan({ resource: 'chat/conversation', action: 'read' });
  if (!row || !data) return null;
  return (
    <div style={apart}>
      {data.can ? (
        <OnRequest key={row.id} id={row.id} />
      ) : (
        <Typography.Text type="secondary">{t('transcript.noRight')}</Typography.Text>
      )}
    </div>
  );
}

/** From what the record shows below it. */
const apart = { marginBottom: 24 };
