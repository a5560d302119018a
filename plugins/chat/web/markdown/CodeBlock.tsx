import { AlignLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../lazy.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Scrollable } from '../parts/Scrollable.tsx';
import { isColored } from './isColored.ts';

interface Props {
  readonly text: string;
  readonly language: string;
}

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
          <code>{isColored(language, text) ? <Colored text={text} language={language} /> : text}</code>
        </pre>
      </Scrollable>
    </figure>
  );
}
