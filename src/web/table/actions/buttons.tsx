import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Hint } from '../../components/Hint.tsx';
import { Question } from '../Question.tsx';

interface Looks {
  readonly name: string;
  readonly icon: ReactNode;
  readonly danger?: boolean;
}
/** What is asked first. */
export interface Asked {
  readonly question: string;
  readonly about: string;
}

/** A button of one row: an icon with a name. With a question, it is done once that is answered. */
export function RowTool({
  name,
  icon,
  danger = false,
  asked,
  onClick,
}: Looks & { asked?: Asked; onClick: () => void }) {
  if (!asked)
    return (
      <Hint title={name}>
        <Button size="small" danger={danger} aria-label={name} icon={icon} onClick={onClick} />
      </Hint>
    );
  return (
    <Question
      title={asked.question}
      about={asked.about}
      name={name}
      danger={danger}
      onConfirm={onClick}
      placement="topRight"
    >
      <Button size="small" danger={danger} aria-label={name} title={name} icon={icon} />
    </Question>
  );
}

interface BarProps extends Looks {
  readonly asked?: Asked;
  readonly primary?: boolean;
  readonly disabled?: boolean;
  readonly busy?: boolean;
  /** The icon alone, where there is little room. */
  readonly short?: boolean;
  readonly onClick: () => void;
}

/** A button above the list. */
export function BarTool({ name, icon, danger = false, asked, primary, disabled, busy, short, onClick }: BarProps) {
  const looks = {
    type: primary ? ('primary' as const) : ('default' as const),
    danger,
    icon,
    disabled,
    loading: busy,
    'aria-label': name,
    children: short ? null : name,
  };
  if (!asked) return <Button {...looks} onClick={onClick} />;
  return (
    <Question
      title={asked.question}
      about={asked.about}
      name={name}
      danger={danger}
      disabled={disabled}
      onConfirm={onClick}
    >
      <Button {...looks} />
    </Question>
  );
}
