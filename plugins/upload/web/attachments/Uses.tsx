import { useQuery } from '@tanstack/react-query';
import { Button, Popover, Spin } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { http } from '#web';

/** A row that uses a file, as far as the caller may read it. */
interface Use {
  readonly table: string;
  /** What people call the table. */
  readonly label: string;
  readonly row: number;
  /** What people call the row. */
  readonly name: string;
  readonly field: string;
  /** What people call the field. */
  readonly fieldLabel: string;
  /** Its page. */
  readonly link: string;
}

/** Those that the caller may read, and how many there are. */
export interface UsesOfFile {
  readonly uses: readonly Use[];
  readonly count: number;
}

export const readUses = (ids: readonly number[]): Promise<UsesOfFile> =>
  http.post<UsesOfFile>('/admin/routine.attachment/uses', { ids }, { quiet: true, allowDuplicate: true });

/** How many records they are in: a record that uses a file twice is one. Those that the caller may not see are taken for one each. */
export const recordsIn = ({ uses, count }: UsesOfFile): number =>
  new Set(uses.map(({ table, row }) => `${table} ${row}`)).size + count - uses.length;

/** How often a file is used; which rows use it is asked when somebody wants to know. */
export function Uses({ id, count }: { readonly id: number; readonly count: number }) {
  const { t } = useTranslation('upload');
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  if (!count) return <span className="cell-empty">{t('attachment.unused')}</span>;
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        // Whoever was in it is where they were.
        if (!next && document.activeElement?.closest('.upload-uses-list')) opener.current?.focus();
      }}
      destroyOnHidden
      rootClassName="upload-uses-list"
      title={t('attachment.usedBy')}
      content={<UseList id={id} />}
    >
      <Button ref={opener} type="link" size="small" className="upload-uses" aria-expanded={open}>
        {t('attachment.uses', { count })}
      </Button>
    </Popover>
  );
}

/** The rows that use a file, as they are found. */
export function UseList({ id }: { readonly id: number }) {
  const { t } = useTranslation('upload');
  const { data, error, refetch } = useQuery({
    queryKey: ['upload uses', id],
    queryFn: () => readUses([id]),
    staleTime: 0,
    retry: false,
  });
  if (error)
    return (
      <p role="alert">
        {error.message}{' '}
        <Button size="small" onClick={() => void refetch()}>
          {t('picker.retry')}
        </Button>
      </p>
    );
  if (!data) return <Spin size="small" />;
  return <UseLinks {...data} />;
}

/** The rows with their tables, as links where they have a page. */
export function UseLinks({ uses, count }: UsesOfFile) {
  const { t } = useTranslation('upload');
  return (
    <ul className="upload-use-list">
      {uses.map(({ table, label, row, name, field, fieldLabel, link }) => (
        <li key={`${table} ${row} ${field}`}>
          {label} · <Link to={link}>{name}</Link>
          {fieldLabel !== name && ` · ${fieldLabel}`}
        </li>
      ))}
      {count > uses.length && <li>{t('attachment.moreUses', { count: count - uses.length })}</li>}
    </ul>
  );
}
