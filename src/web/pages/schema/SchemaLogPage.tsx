import { ListPage } from '../../table/ListPage.tsx';
import { SchemaStates } from './SchemaStates.tsx';

/** What became of the database's tables, below what each state means. */
export function SchemaLogPage({ path }: { path: string }) {
  return (
    <div className="list-page">
      <SchemaStates path={path} />
      <ListPage path={path} />
    </div>
  );
}
