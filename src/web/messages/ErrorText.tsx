import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly text: string;
  readonly requestId: string;
}

/** An error with the number by which whoever runs the server finds it in the logs. */
export function ErrorText({ text, requestId }: Props) {
  const { t } = useTranslation('common');
  const [isCopied, setIsCopied] = useState(false);
  // Without a secure address browsers have no clipboard; the number stands in the text anyway.
  const copy = async (): Promise<void> => {
    await navigator.clipboard?.writeText(requestId).then(
      () => setIsCopied(true),
      () => {},
    );
  };
  return (
    <>
      {text}{' '}
      <button type="button" className="copy-id" onClick={() => void copy()}>
        {isCopied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}{' '}
        {t(isCopied ? 'idCopied' : 'copyId', { id: requestId })}
      </button>
    </>
  );
}
