import { EllipsisOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState, type ReactElement } from 'react';
import { FocusedMenu } from '../../components/FocusedMenu.tsx';
import { Hint } from '../../components/Hint.tsx';
import { useText } from '../../settings/useText.ts';
import { Question } from '../Question.tsx';
import { usePopup } from '../usePopup.ts';
import type { BarTool, Tool } from './listAction.ts';

/** A button of one row: an icon with a name. */
export function RowButton({ tool }: { tool: Tool }) {
  const { name, icon, danger, asked, onClick } = tool;
  const look = { size: 'small', danger, icon, 'aria-label': name } as const;
  // Two hints, one above the other, would say the name and the question.
  if (asked) return <Asking tool={tool} placement="topRight" button={<Button {...look} title={name} />} />;
  return (
    <Hint title={name}>
      <Button {...look} onClick={onClick} />
    </Hint>
  );
}

/** What can be done with the list or its ticked rows, and whether it can be now. */
export interface Offer {
  readonly tool: BarTool;
  /** Which ticked rows the action is not for. */
  readonly leftOut: string | undefined;
  readonly disabled: boolean;
  readonly busy: boolean;
}

interface BarButtonProps extends Offer {
  /** The icon alone, where there is little room. */
  readonly short: boolean;
}

/** A button above the list. */
export function BarButton({ tool, leftOut, disabled, busy, short }: BarButtonProps) {
  const { name, icon, danger, primary, named, asked, onClick } = tool;
  const button = (
    <Button
      type={primary ? 'primary' : 'default'}
      danger={danger}
      icon={icon}
      disabled={disabled}
      loading={busy}
      aria-label={name}
      title={leftOut}
      {...(!asked && { onClick })}
    >
      {short && !named ? null : name}
    </Button>
  );
  return asked ? <Asking tool={tool} disabled={disabled} button={button} /> : button;
}

interface AskingProps {
  readonly tool: Tool;
  readonly disabled?: boolean;
  readonly placement?: 'top' | 'topRight';
  readonly button: ReactElement;
}

/** A button that does something once a question is answered. */
function Asking({ tool: { name, danger = false, asked, onClick }, button, ...rest }: AskingProps) {
  return (
    <Question {...rest} title={asked!.question} about={asked!.about} name={name} danger={danger} onConfirm={onClick}>
      {button}
    </Question>
  );
}

interface MoreProps {
  readonly tools: readonly Tool[];
  readonly size?: 'small' | 'middle';
  /** Says in words what it is, where there is room. */
  readonly named?: boolean;
}

/** What a row has no room for: a menu with icons and names. A question is asked where the menu was. */
export function MoreButton({ tools, size = 'small', named = false }: MoreProps) {
  const text = useText();
  const opener = useRef<HTMLButtonElement>(null);
  const question = usePopup();
  const [asking, ask] = useState<Tool>();
  const [open, setOpen] = useState(false);
  const [isMet, meet] = useState(false);
  const show = (next: boolean): void => {
    meet(true);
    setOpen(next);
    // What has the focus in it goes.
    if (!next && document.activeElement?.closest('.ant-dropdown')) opener.current?.focus();
  };
  const choose = (tool: Tool): void => {
    // The menu goes with what has the focus in it; what opens now gives it back to here.
    opener.current?.focus();
    ask(tool);
    if (tool.asked) question.popup.onOpenChange(true);
    else tool.onClick();
  };
  return (
    <span {...question.around}>
      <span className="more-place">
        <Button
          ref={opener}
          size={size}
          icon={<EllipsisOutlined />}
          aria-label={text('moreActions')}
          onClick={() => show(true)}
        >
          {named && text('more')}
        </Button>
        {/* Each row of a list has such a menu, and hardly one is ever opened, or asked anything. */}
        {isMet && (
          <FocusedMenu
            open={open}
            onOpenChange={show}
            trigger={['click']}
            placement="bottomRight"
            menu={{
              items: tools.map(({ name, icon, danger = false, disabled = false }, key) => ({
                key,
                label: name,
                icon,
                danger,
                disabled,
              })),
              onClick: ({ key, domEvent }) => {
                // Else the key would go on to press what has the focus then.
                domEvent.preventDefault();
                choose(tools[Number(key)]!);
              },
            }}
          >
            <span className="menu-place" />
          </FocusedMenu>
        )}
        {asking?.asked && (
          <Question
            popup={question}
            title={asking.asked.question}
            about={asking.asked.about}
            name={asking.name}
            danger={asking.danger ?? false}
            placement="topRight"
            onConfirm={asking.onClick}
          >
            <span className="question-place" />
          </Question>
        )}
      </span>
    </span>
  );
}
