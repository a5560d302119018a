import { useQuery } from '@tanstack/react-query';
import { useRequest } from '../http/useRequest.ts';
import { dash } from './cells.tsx';
import { lazyInput } from './lazyInput.tsx';
import { useAreaUrl } from './useAreaUrl.ts';
import { isBlank, type CellProps, type FieldView, type InputProps } from './view.ts';

function AreaCell({ value }: CellProps) {
  return isBlank(value) ? dash : <AreaNames codes={[value].flat().map(String)} />;
}

/** Empty until the names are there, and codes where they cannot be had. */
function AreaNames({ codes }: { codes: readonly string[] }) {
  const request = useRequest();
  const url = useAreaUrl();
  const { data, isPending } = useQuery({
    queryKey: ['area-names', url, ...codes],
    queryFn: async () => (await import('./areaNames.ts')).areaNames(request, url, codes),
    staleTime: Infinity,
  });
  return <span className="cell-text">{isPending ? '' : (data ?? codes).join(' / ')}</span>;
}

const AreaCascader = lazyInput<InputProps & { single?: boolean }>(
  async () => (await import('./AreaInput.tsx')).AreaInput,
);

export const areaView: FieldView = {
  Cell: AreaCell,
  Input: AreaCascader,
  Filter: (props) => <AreaCascader {...props} single />,
  width: 200,
};
