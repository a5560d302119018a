import { useQuery } from '@tanstack/react-query';
import { Alert, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { readUses, recordsIn, UseLinks } from './Uses.tsx';

interface Props {
  readonly ids: readonly number[];
  /** What the file is called, where it is one. */
  readonly name?: string | undefined;
  /** Called with the number of uses that are told. */
  readonly onKnown: (uses: number) => void;
}

/** What is lost when these are deleted: their files, and what rows show of them. */
export function DeleteQuestion({ ids, name, onKnown }: Props) {
  const { t } = useTranslation('upload');
  const { data, isError } = useQuery({
    queryKey: ['upload uses', ids],
    queryFn: async () => {
      const found = await readUses(ids);
      onKnown(found.count);
      return found;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <>
      {name && <strong className="upload-deleted">{name}</strong>}
      <p>{t('attachment.deleteHelp', { count: ids.length })}</p>
      {isError && <Alert type="warning" showIcon title={t('attachment.usesUnknown')} />}
      {!data && !isError && <Spin size="small" />}
      {data && data.count > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('attachment.stillUsed', { count: recordsIn(data) })}
          description={<UseLinks {...data} />}
        />
      )}
    </>
  );
}
