import { ArrowUpOutlined } from '@ant-design/icons';
import { Button, Input, type GetRef } from 'antd';
import { useEffect, useRef, type KeyboardEvent, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { RecordNumber, useMedia, usePersonOf } from '#web';
import type { Start } from '../../shared/wire.ts';
import { showHelp } from '../help/help.ts';
import { useModel } from '../head/model.ts';
import { Refused, SetUp } from '../parts/Refused.tsx';
import { placeOf, send } from '../state/sending.ts';
import type { Solved } from '../state/calls.ts';
import { readDraft } from '../state/drafts.ts';
import { chat, setOutgoing, useChat } from '../state/store.ts';
import { pathTo, treeOf } from '../state/tree.ts';
import { AttachButton, AttachedFiles } from './Attach.tsx';
import { useAttachments } from './useAttachments.ts';
import { CommandMenu, useCommandMenu } from './CommandMenu.tsx';
import { Left } from './Left.tsx';
import { StopButton } from './StopButton.tsx';
import { takeTyping } from './typing.ts';
import { useCommands } from './useCommands.ts';
import { draftOf, useDraft } from './useDraft.ts';
import './sender.css';

interface Props {
  readonly id: string | undefined;
  readonly start: Start;
}

/** Whoever types will see messages, or why there is none: what draws them comes meanwhile, while there is a connection. */
const fetchParts = (): void =>
  void Promise.all([
    import('../thread/Thread.tsx'),
    import('../markdown/Markdown.tsx'),
    import('../parts/RefusedNotice.tsx'),
  ]).catch(() => {});

/** Where messages are typed and sent. Enter sends, unless a word is being composed; on touch screens it begins a line. */
export function ChatSender({ id, start }: Props) {
  const { t } = useTranslation('chat');
  const navigate = useNavigate();
  const place = placeOf(id);
  const draftPlace = draftOf(usePersonOf('member')?.id, place);
  const { text, type, refresh } = useDraft(draftPlace);
  const thread = useChat(({ threads }) => (id === undefined ? undefined : threads[id]));
  const outgoing = useChat((state) => state.outgoing[place]);
  const running = thread?.messages.findLast(({ status }) => status === 'running');
  const model = useModel(thread?.conversation);
  const isTouch = useMedia('(pointer: coarse)');
  const input = useRef<GetRef<typeof Input.TextArea>>(null);
  const isSending = outgoing !== undefined && !outgoing.refused;
  // An earlier message that is edited is on its way beside what is typed here.
  const isOwn = outgoing?.draft === draftPlace;
  const tooLong = text.length > start.limits.text;
  const attached = useAttachments(draftPlace, start.limits);
  const canSend = text.trim() !== '' && !tooLong && !attached.isUnfinished && !running && !isSending;

  const submit = async (solved?: Solved): Promise<void> => {
    const wanted = readDraft(draftPlace).text;
    if (wanted.trim() === '') return;
    const opened = id === undefined ? undefined : chat.getState().threads[id];
    const parent = opened ? (pathTo(treeOf(opened.messages), opened.conversation.leaf_id).at(-1)?.id ?? null) : null;
    const sending = {
      conversation: id,
      parent,
      text: wanted,
      model: model?.id,
      attachments: attached.ids,
      draft: draftPlace,
    };
    const conversation = await send(sending, solved);
    refresh();
    if (conversation !== undefined) attached.clear();
    if (conversation !== undefined && conversation !== id) void navigate(`/chat/${conversation}`);
  };
  const commands = useCommands({ id, start, onType: type });
  const menu = useCommandMenu(text, commands);

  useEffect(
    () =>
      takeTyping((given) => {
        const before = readDraft(draftPlace).text.trimEnd();
        // Nothing that was typed is lost.
        type(before === '' || before === given ? given : `${before}\n\n${given}`);
        input.current?.focus({ cursor: 'end' });
      }),
    [type, draftPlace],
  );
  // On a phone the keyboard would cover half of what there is to read.
  useEffect(() => {
    if (!isTouch) input.current?.focus({ cursor: 'end' });
  }, [isTouch]);

  const press = (event: KeyboardEvent): void => {
    // oxlint-disable-next-line typescript/no-deprecated -- Safari tells only by it that a key has ended a composition
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (isComposing || menu.press(event) || event.key !== 'Enter' || event.shiftKey || isTouch) return;
    event.preventDefault();
    if (canSend) void submit();
  };
  const mayAttach = start.limits.attachments > 0;
  /** Words that are copied with a picture of them stay words. */
  const takeFiles = (event: SyntheticEvent, { files, types }: DataTransfer): void => {
    if (!mayAttach || files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    attached.add([...files]);
  };
  return (
    <div className="chat-foot">
      {outgoing?.refused ? (
        <Refused
          {...outgoing.refused}
          retry={(solved) => (isOwn ? void submit(solved) : outgoing.retry?.(solved))}
          onClose={() => setOutgoing(place, undefined)}
        />
      ) : (
        id === undefined && !start.ready && <SetUp />
      )}
      <div
        className="chat-input"
        onDragOver={(event) => mayAttach && event.preventDefault()}
        onDrop={(event) => takeFiles(event, event.dataTransfer)}
        onPaste={(event) => takeFiles(event, event.clipboardData)}
      >
        <CommandMenu {...menu} />
        <AttachedFiles files={attached.files} onRemove={attached.remove} />
        <Input.TextArea
          ref={input}
          id="chat-text"
          variant="borderless"
          value={isSending && isOwn ? '' : text}
          placeholder={t(start.prompts.length > 0 ? 'placeholder' : 'input')}
          aria-label={t('input')}
          aria-invalid={tooLong}
          {...menu.combobox}
          autoSize={{ minRows: 1, maxRows: 8 }}
          onChange={({ target }) => {
            fetchParts();
            type(target.value);
          }}
          onKeyDown={press}
        />
        <div className="chat-input-foot">
          {mayAttach && <AttachButton {...attached} />}
          <Left start={start} length={text.length} />
          {running ? (
            <StopButton message={running} />
          ) : (
            <Button
              type="primary"
              shape="circle"
              icon={<ArrowUpOutlined />}
              aria-label={t('send')}
              title={t('send')}
              disabled={!canSend}
              loading={isSending}
              onClick={() => void submit()}
            />
          )}
        </div>
      </div>
      <p className="chat-note">
        {t('note')}{' '}
        <button type="button" onClick={() => showHelp('keys')}>
          {t('keys.title')}
        </button>
      </p>
      <p className="chat-record">
        <RecordNumber />
      </p>
    </div>
  );
}
