import { useCan } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CellProps } from '#web';
import { memberName } from './memberName.ts';

/** The number of a member, with the name and a link to the record for those who may see members: `render: 'member'`. */
export default function MemberCell({ value }: CellProps) {
  const mayOpen = useCan({ resource: 'user/user', action: 'list' }).data?.can === true;
  const id = typeof value === 'number' ? value : 0;
  const { data: name } = useQuery({
    queryKey: ['member name', id],
    enabled: mayOpen && id > 0,
    queryFn: () => memberName(id),
    staleTime: 30_000,
  });
  if (id === 0) return <span className="cell-empty">-</span>;
  if (!name) return <span className="cell-text">{id}</span>;
  return (
    <Link className="cell-text" to={`/admin/user/user/${id}`}>
      {id} · {name}
    </Link>
  );
}
