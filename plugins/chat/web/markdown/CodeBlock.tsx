import { AlignLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../lazy.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Scrollable } from '../parts/Scrollable.tsx';

interface Props {
  readonly text: string;
  readonly language: string;
}

/** Letters up to which code has colours: beyond, finding them would hold up the page. */
const mostLetters = 60_000;
const Colored = later<Props>(
  () => import('./ColoredCode.tsx'),
  ({ text }) => <>{text}</>,
);

/** Code with its language, to be copied and to be read in lines that fit. */
export function CodeBlock({ text, language }: Props) {
  const { t } = useTranslation('chat');
  const [wraps, setWraps] = useState(false);
  return (
    <figure className="chat-code" data-wraps={wraps}>
      <figcaption>
        <span>{language || t('code.plain')}</span>
        <Button
          type="text"
          size="small"
          icon={<AlignLeftOutlined />}
          aria-label={t('code.wrap')}
          aria-pressed={wraps}
          title={t('code.wrap')}
          onClick={() => setWraps(!wraps)}
        />
        <CopyButton text={text} label={t('code.copy')} />
      </figcaption>
      <Scrollable className="chat-code-lines">
        <pre>
          <code>
            {language !== '' && text.length <= mostLetters ? <Colored text={text} language={language} /> : text}
          </code>
        </pre>
      </Scrollable>
    </figure>
  );
}
