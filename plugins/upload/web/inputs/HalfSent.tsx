import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetUnfinished, unfinishedOf } from '../send/unfinished.ts';

interface Props {
  /** Of no field: those that were sent from the page of the attachments. */
  readonly table?: string | undefined;
  readonly field?: string;
  /** How many files are on their way: those are spoken of elsewhere. */
  readonly sending: number;
}

/** Files that were half sent when the page was closed: chosen once more, they go on where they were. */
export function HalfSent({ table, field, sending }: Props) {
  const { t } = useTranslation('upload');
  const [found, setFound] = useState(() => unfinishedOf(table, field));
  const [before, setBefore] = useState(sending);
  if (before !== sending) {
    setBefore(sending);
    setFound(unfinishedOf(table, field));
  }
  if (sending > 0) return null;
  return found.map(({ key, name }) => (
    <p key={key} className="upload-note">
      {t('input.halfSent', { name })}
      <Button
        type="link"
        size="small"
        onClick={() => {
          forgetUnfinished(key);
          setFound(unfinishedOf(table, field));
        }}
      >
        {t('input.forget')}
      </Button>
    </p>
  ));
}
