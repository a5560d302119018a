import { RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldManifest, Manifest } from '#resource';
import { useRequest } from '../http/useRequest.ts';
import { useText } from '../settings/useText.ts';
import { manifestOf } from './relatedManifest.ts';
import { relatedFields } from './useColumnChoice.ts';

interface Props {
  readonly own: Manifest;
  /** The field that leads to the other table. */
  readonly via: FieldManifest;
  readonly shown: readonly string[];
  readonly onOn: (name: string) => void;
}

/** Fields of the rows that a field refers to, fetched when somebody looks for them. */
export function RelatedColumns({ own, via, shown, onOn }: Props) {
  const text = useText();
  const { i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const { api, follow } = via.relation!;
  const { data, isPending, error } = useQuery({ ...manifestOf(useRequest(), api, i18n.language), enabled: open });
  const fields = data
    ? relatedFields(own, data, api).filter(({ name }) => name.startsWith(`${follow!}.`) && !shown.includes(name))
    : [];
  return (
    <section className="column-others" aria-label={text('columns:fieldsOf', { field: via.label })}>
      <Button
        type="text"
        size="small"
        className="column-related"
        aria-expanded={open}
        icon={<RightOutlined aria-hidden rotate={open ? 90 : 0} />}
        onClick={() => setOpen(!open)}
      >
        {text('columns:fieldsOf', { field: via.label })}
      </Button>
      {open && isPending && <Typography.Text type="secondary">{text('loading')}</Typography.Text>}
      {open && error && <Typography.Text type="danger">{error.message}</Typography.Text>}
      {open && data && fields.length === 0 && (
        <Typography.Text type="secondary">{text('columns:noMoreFields')}</Typography.Text>
      )}
      {open &&
        fields.map(({ name, label }) => (
          <Checkbox key={name} checked={false} data-column={name} onChange={() => onOn(name)}>
            {label.slice(via.label.length + 3)}
          </Checkbox>
        ))}
    </section>
  );
}
