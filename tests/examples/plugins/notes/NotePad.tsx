import { useCreate, useInvalidate } from '@refinedev/core';
import { Button, Flex, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { closePanel, useBeforeClose } from '#web';

export default function NotePad({ text: given = '' }: { readonly text?: string }) {
  const { t } = useTranslation('notes');
  const [text, setText] = useState(given);
  const { mutateAsync: create } = useCreate();
  const invalidate = useInvalidate();
  // Asked for as long as something is typed; without a question the panel closes at once.
  useBeforeClose(text === '' ? undefined : { question: t('unsaved'), close: t('discard') });
  const save = async (): Promise<void> => {
    await create({ resource: 'notes/note', values: { text } });
    await invalidate({ resource: 'notes/note', invalidates: ['list'] });
    setText('');
  };
  return (
    <Flex vertical gap={16} align="start">
      <Input.TextArea
        autoFocus
        aria-label={t('text')}
        value={text}
        rows={4}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
      />
      <Flex gap={8}>
        <Button type="primary" disabled={text === ''} onClick={() => void save()}>
          {t('save')}
        </Button>
        <Button onClick={closePanel}>{t('close')}</Button>
      </Flex>
    </Flex>
  );
}
