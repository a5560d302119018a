import { Tabs } from 'antd';
import { useId, useMemo } from 'react';
import type { ChildManifest, Filter, Manifest } from '#resource';
import { Boundary } from '../../components/Boundary.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useText } from '../../settings/useText.ts';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { ListView } from '../ListView.tsx';
import { useManifest } from '../useManifest.ts';
import '../list.css';

interface Props {
  readonly manifest: Manifest;
  readonly id: number;
  /** All of them are to be there, as on paper. */
  readonly isWhole: boolean;
}

/** The rows of other tables that refer to this one, each table a list of its own; loaded when it is first looked at. */
export function RelatedRows({ manifest, id, isWhole }: Props) {
  const text = useText();
  const heading = useId();
  // Lines stand above by themselves.
  const children = manifest.children.filter(
    ({ path, field }) => !manifest.lines.some((lines) => lines.path === path && lines.field === field),
  );
  if (children.length === 0) return null;
  const isTwice = (path: string): boolean => children.filter((each) => each.path === path).length > 1;
  const labelOf = ({ path, label, fieldLabel }: ChildManifest): string =>
    isTwice(path) ? text('record:byField', { table: label, field: fieldLabel }) : label;
  return (
    <section className="record-related" aria-labelledby={heading}>
      <h3 id={heading} className="record-section">
        {text('record:related')}
      </h3>
      <Tabs
        items={children.map((child) => ({
          key: `${child.path} ${child.field}`,
          label: labelOf(child),
          forceRender: isWhole,
          children: (
            <>
              <h4 className="related-name">{labelOf(child)}</h4>
              <Related child={child} id={id} />
            </>
          ),
        }))}
      />
    </section>
  );
}

/** One of them, as a list of its own. */
export function Related({ child: { path, field }, id }: { child: Pick<ChildManifest, 'path' | 'field'>; id: number }) {
  const text = useText();
  const { data, error, refetch } = useManifest(path);
  const manifest = useMemo(() => data && ofRecord(data, field, id), [data, field, id]);
  const fixed = useMemo((): Filter[] => [{ field, operator: 'eq', value: id }], [field, id]);
  const failed = (reason: string, retry: () => void) => (
    <LoadFailed title={text('loadFailed')} reason={reason} onRetry={retry} />
  );
  if (error) return failed(error.message, () => void refetch());
  if (!manifest) return <ListSkeleton lines={3} />;
  return (
    <div className="list-page">
      <Boundary fallback={({ error: crash, retry }) => failed(crash.message, retry)}>
        <ListView manifest={manifest} fixed={fixed} isOwn />
      </Boundary>
    </div>
  );
}

/** Within the record, the field that refers to it says nothing; new rows refer to it. */
function ofRecord(manifest: Manifest, name: string, id: number): Manifest {
  const field = manifest.fields[name];
  const isOther = (column: string): boolean =>
    column !== name && (!field?.relation || !column.startsWith(`${field.relation.name}.`));
  return {
    ...manifest,
    fields: field ? { ...manifest.fields, [name]: { ...field, default: id } } : manifest.fields,
    list: { ...manifest.list, columns: manifest.list.columns.filter(isOther) },
  };
}
