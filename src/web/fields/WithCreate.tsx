import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useContext, type PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../components/Hint.tsx';
import { CreateContext } from './createRelated.ts';
import type { InputProps } from './view.ts';
import './cells.css';

/** An input for related rows with a button beside it that makes a new one and chooses it, for whoever may add any. */
export function WithCreate({
  field,
  disabled,
  onMade,
  children,
}: PropsWithChildren<Pick<InputProps, 'field' | 'disabled'> & { onMade: (id: number) => void }>) {
  const { t, i18n } = useTranslation('table');
  const create = useContext(CreateContext);
  const { relation } = field;
  if (!create || !relation?.create) return children;
  const name = t('createRelated', { field: i18n.language === 'en' ? withinSentence(field.label) : field.label });
  return (
    <span className="with-create">
      {children}
      <Hint title={name}>
        <Button
          icon={<PlusOutlined />}
          aria-label={name}
          {...(disabled && { disabled })}
          onClick={() => create(relation, onMade)}
        />
      </Hint>
    </span>
  );
}

/** A label within an English sentence: "category"; abbreviations stay as they are. */
const withinSentence = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
