import { ArrowLeftOutlined } from '@ant-design/icons';
import { useCallback } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Manifest } from '#resource';
import { useOpenPages } from '../../navigation/openPages.ts';
import { useTabScope } from '../../navigation/tabScope.ts';
import { useRealm } from '../../realms/RealmContext.ts';

/** The address of the list, and what it shows in its tab: the query of its address, with the question mark. */
export function useListPlace({ path }: Manifest): { readonly address: string; readonly search: string } {
  const address = `${useRealm().base}/${path}`;
  const search = useOpenPages().pages.find((page) => page.path === address)?.search ?? '';
  return { address, search };
}

/** A link back to the list as it was. */
export function BackToList({ manifest }: { manifest: Manifest }) {
  const { address, search } = useListPlace(manifest);
  return (
    <Link className="record-back" to={address + search}>
      <ArrowLeftOutlined aria-hidden /> {manifest.label}
    </Link>
  );
}

/** Goes to another page, in the place of the tab of this record: back to the list unless told where. */
export function useLeaveRecord(manifest: Manifest): (to?: string) => void {
  const navigate = useNavigate();
  const { close } = useOpenPages();
  const { path } = useTabScope();
  const { address, search } = useListPlace(manifest);
  return useCallback(
    (to = address + search) => {
      close([path]);
      void navigate(to);
    },
    [close, navigate, path, address, search],
  );
}
