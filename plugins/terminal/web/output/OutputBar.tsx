import { CopyOutlined, DoubleRightOutlined, DownloadOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { App, Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '#web';
import { bare } from './ansi.ts';
import { mostFound } from './find.ts';
import type { Lines } from './lines.ts';

interface Props {
  readonly lines: Lines;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Numbers of the lines that were found. */
  readonly found: readonly number[];
  readonly count: number;
  readonly current: number | undefined;
  readonly onCurrent: (number: number | undefined) => void;
  readonly isFollowing: boolean;
  readonly onFollow: (isFollowing: boolean) => void;
  readonly onDownload: () => void;
}

/** What can be done with an output: search in it, copy it, save it, stay at its end. */
export function OutputBar({ text, onText, isFollowing, onFollow, onDownload, lines, ...finding }: Props) {
  const { t } = useTranslation('terminalPanel');
  const { found, count, current, onCurrent } = finding;
  const at = current === undefined ? -1 : found.indexOf(current);
  /** Behind the last comes the first. */
  const step = (by: 1 | -1): void =>
    onCurrent(at < 0 ? found.at(by === 1 ? 0 : -1) : found[(at + by + found.length) % found.length]);
  const copy = useCopy(lines);
  return (
    <div className="terminal-bar" role="toolbar" aria-label={t('output.tools')}>
      <Input
        size="small"
        className="terminal-search"
        allowClear
        placeholder={t('output.search')}
        aria-label={t('output.search')}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onPressEnter={({ shiftKey }) => count > 0 && step(shiftKey ? -1 : 1)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          event.stopPropagation();
          onText('');
        }}
      />
      {text !== '' && (
        <>
          <span className="terminal-found" role="status">
            {foundText(t, count, at)}
          </span>
          <Tool name={t('output.previous')} icon={<UpOutlined />} disabled={count === 0} onClick={() => step(-1)} />
          <Tool name={t('output.next')} icon={<DownOutlined />} disabled={count === 0} onClick={() => step(1)} />
        </>
      )}
      <span className="terminal-space" />
      <Tool
        name={t('output.follow')}
        icon={<DoubleRightOutlined rotate={90} />}
        isOn={isFollowing}
        onClick={() => onFollow(!isFollowing)}
      />
      <Tool name={t('output.copy')} icon={<CopyOutlined />} onClick={copy} />
      <Tool name={t('output.download')} icon={<DownloadOutlined />} onClick={onDownload} />
    </div>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];

function foundText(t: Translate, count: number, at: number): string {
  if (count === 0) return t('output.none');
  const all = count >= mostFound ? `${mostFound}+` : String(count);
  return at < 0 ? t('output.found', { all }) : t('output.at', { at: at + 1, all });
}

interface ToolProps {
  readonly name: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  readonly isOn?: boolean;
  readonly onClick: () => void;
}
const Tool = ({ name, icon, disabled = false, isOn, onClick }: ToolProps) => (
  <Button
    type={isOn ? 'link' : 'text'}
    size="small"
    icon={icon}
    aria-label={name}
    title={name}
    {...(isOn !== undefined && { 'aria-pressed': isOn })}
    disabled={disabled}
    onClick={onClick}
  />
);

/** Copies what is there, without its codes. */
function useCopy(lines: Lines): () => void {
  const { t } = useTranslation('terminalPanel');
  const { message } = App.useApp();
  return () => {
    const text = [...lines.pieces()].map((piece) => bare(piece.text)).join('\n');
    copyText(text).then(
      () => message.success(t('output.copied', { count: lines.end - lines.first })),
      () => message.error(t('output.notCopied')),
    );
  };
}
