import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../plainHttp/copyText.ts';

interface Props {
  readonly text: string;
  readonly requestId: string;
}

/** An error with the number by which whoever runs the server finds it in the logs. */
export function ErrorText({ text, requestId }: Props) {
  const { t } = useTranslation('common');
  const [isCopied, setIsCopied] = useState(false);
  // The number stands in the text anyway.
  const copy = async (): Promise<void> => {
    await copyText(requestId).then(
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
