import {
  BoldOutlined,
  CodeOutlined,
  ItalicOutlined,
  LineOutlined,
  LinkOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import Image from '@tiptap/extension-image';
import { Selection } from '@tiptap/pm/state';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { Button, Input, Popover, Select, Space } from 'antd';
import { useEffect, useState, type DragEvent, type ReactNode } from 'react';
import { richTextRules } from '#resource';
import { nonce } from '../settings/nonce.ts';
import { useText } from '../settings/useText.ts';
import { cleanHtml } from './cleanHtml.ts';
import { FileDrop } from './FileDrop.tsx';
import { controlProps, type InputProps } from './view.ts';
import './richText.css';

/** An editor for rich text. What it shows without a text is empty, not `<p></p>`. */
export function RichTextInput(props: InputProps) {
  const { value, onChange, onBlur, disabled = false } = props;
  const control = controlProps(props);
  const editor = useEditor({
    extensions: [
      StarterKit.configure({ link: { openOnClick: false, protocols: [...richTextRules.linkSchemes] } }),
      Image,
    ],
    content: cleanHtml(value),
    editable: !disabled,
    shouldRerenderOnTransaction: false,
    injectNonce: nonce,
    editorProps: { attributes: attributesOf(control, props.field.label) },
    onUpdate: ({ editor: changed }) => onChange?.(changed.isEmpty ? null : changed.getHTML()),
    onBlur: () => onBlur?.(),
  });
  useEffect(() => {
    // An editor that waited for its page to be loaded is made anew; this one is over.
    if (editor.isDestroyed) return;
    const shown = editor.isEmpty ? null : editor.getHTML();
    if (!editor.isFocused && (value ?? null) !== shown)
      editor.commands.setContent(cleanHtml(value), { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    if (!editor.isDestroyed) editor.setEditable(!disabled, false);
  }, [editor, disabled]);
  return (
    <FileDrop
      input={props}
      onDropAt={(event) => moveTo(editor, event)}
      onFile={(address, file) => insertFile(editor, address, file)}
    >
      <div className="rich-text">
        {!editor.isDestroyed && <Toolbar editor={editor} disabled={disabled} />}
        <EditorContent editor={editor} />
      </div>
    </FileDrop>
  );
}

/** Pictures as such, other files as links with their names. */
function insertFile(editor: Editor, address: string, { name, type }: File): void {
  if (editor.isDestroyed) return;
  const picture = { type: 'image', attrs: { src: address, alt: name } };
  const link = { type: 'text', text: name, marks: [{ type: 'link', attrs: { href: address } }] };
  // Behind what is chosen, which may be the picture before.
  editor.commands.insertContentAt(editor.state.selection.to, type.startsWith('image/') ? picture : link);
}

/** What is dropped goes where it was dropped. */
function moveTo({ view }: Editor, { clientX: left, clientY: top }: DragEvent): void {
  const place = view.posAtCoords({ left, top });
  const { tr } = view.state;
  if (place) view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(place.pos))));
}

function attributesOf(control: ReturnType<typeof controlProps>, label: string): Record<string, string> {
  const described = control['aria-describedby'];
  return {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    ...(control.id ? { id: control.id } : {}),
    ...(described ? { 'aria-describedby': described } : {}),
  };
}

function Toolbar({ editor, disabled }: { editor: Editor; disabled: boolean }) {
  const text = useText();
  const state = useEditorState({
    editor,
    selector: ({ editor: shown }) => ({
      bold: shown.isActive('bold'),
      italic: shown.isActive('italic'),
      underline: shown.isActive('underline'),
      strike: shown.isActive('strike'),
      code: shown.isActive('codeBlock'),
      bullets: shown.isActive('bulletList'),
      numbers: shown.isActive('orderedList'),
      quote: shown.isActive('blockquote'),
      link: shown.isActive('link'),
      level: [1, 2, 3, 4].find((level) => shown.isActive('heading', { level })) ?? 0,
      undo: shown.can().undo(),
      redo: shown.can().redo(),
    }),
  });
  const tool = (name: string, icon: ReactNode, run: () => unknown, on?: boolean, off = false) => (
    <Button
      key={name}
      size="small"
      type={on ? 'primary' : 'text'}
      disabled={disabled || off}
      aria-pressed={on}
      aria-label={text(`editor:${name}`)}
      title={text(`editor:${name}`)}
      icon={icon}
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    />
  );
  const chain = () => editor.chain().focus();
  return (
    <Space size={2} wrap role="toolbar" aria-label={text('editor:toolbar')} className="rich-text-tools">
      <Select
        size="small"
        disabled={disabled}
        aria-label={text('editor:style')}
        value={state.level}
        popupMatchSelectWidth={false}
        onChange={(level) =>
          level === 0
            ? chain().setParagraph().run()
            : chain()
                .setHeading({ level: level as 1 })
                .run()
        }
        options={[0, 1, 2, 3, 4].map((level) => ({
          value: level,
          label: level === 0 ? text('editor:paragraph') : text('editor:heading', { level }),
        }))}
      />
      {tool('bold', <BoldOutlined />, () => chain().toggleBold().run(), state.bold)}
      {tool('italic', <ItalicOutlined />, () => chain().toggleItalic().run(), state.italic)}
      {tool('underline', <UnderlineOutlined />, () => chain().toggleUnderline().run(), state.underline)}
      {tool('strike', <StrikethroughOutlined />, () => chain().toggleStrike().run(), state.strike)}
      {tool('bullets', <UnorderedListOutlined />, () => chain().toggleBulletList().run(), state.bullets)}
      {tool('numbers', <OrderedListOutlined />, () => chain().toggleOrderedList().run(), state.numbers)}
      {tool(
        'quote',
        <i className="fa fa-quote-left" aria-hidden />,
        () => chain().toggleBlockquote().run(),
        state.quote,
      )}
      {tool('code', <CodeOutlined />, () => chain().toggleCodeBlock().run(), state.code)}
      {tool('line', <LineOutlined />, () => chain().setHorizontalRule().run())}
      <LinkTool editor={editor} disabled={disabled} on={state.link} />
      {tool('undo', <UndoOutlined />, () => chain().undo().run(), undefined, !state.undo)}
      {tool('redo', <RedoOutlined />, () => chain().redo().run(), undefined, !state.redo)}
    </Space>
  );
}

function LinkTool({ editor, disabled, on }: { editor: Editor; disabled: boolean; on: boolean }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [href, setHref] = useState('');
  const apply = (): void => {
    const chain = editor.chain().focus().extendMarkRange('link');
    (href.trim() ? chain.setLink({ href: href.trim() }) : chain.unsetLink()).run();
    setOpen(false);
  };
  const show = (next: boolean): void => {
    setHref((editor.getAttributes('link')['href'] as string | undefined) ?? '');
    setOpen(next);
  };
  const form = (
    <Space.Compact>
      <Input
        autoFocus
        inputMode="url"
        placeholder="https://"
        aria-label={text('editor:linkAddress')}
        value={href}
        onChange={(event) => setHref(event.target.value)}
        onPressEnter={(event) => {
          event.preventDefault();
          event.stopPropagation();
          apply();
        }}
      />
      <Button type="primary" onClick={apply}>
        {text('apply')}
      </Button>
    </Space.Compact>
  );
  return (
    <Popover trigger="click" open={open && !disabled} onOpenChange={show} destroyOnHidden content={form}>
      <Button
        size="small"
        type={on ? 'primary' : 'text'}
        disabled={disabled}
        aria-pressed={on}
        aria-label={text('editor:link')}
        title={text('editor:link')}
        icon={<LinkOutlined />}
      />
    </Popover>
  );
}
