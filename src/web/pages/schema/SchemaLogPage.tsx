import { ListPage } from '../../table/ListPage.tsx';
import { SchemaStates } from './SchemaStates.tsx';
import { Structure } from './Structure.tsx';

/** What became of the database's tables, below what each state means. */
export function SchemaLogPage({ path }: { path: string }) {
  return (
    <div className="list-page">
      <div className="schema-head">
        <SchemaStates path={path} />
        <Structure />
      </div>
      <ListPage path={path} />
    </div>
  );
}
