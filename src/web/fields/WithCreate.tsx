import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useContext, type PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../components/Hint.tsx';
import { withinSentence } from '../settings/withinSentence.ts';
import { CreateContext, OfferedRowContext, type OfferedRow } from './createRelated.ts';
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
  const label = relation.rowLabel ?? withinSentence(field.label, i18n.language);
  const name = t('createRelated', { row: label });
  const offered: OfferedRow = { label, make: (named) => create(relation, onMade, named) };
  return (
    <span className="with-create">
      <OfferedRowContext value={offered}>{children}</OfferedRowContext>
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
