import { useQuery } from '@tanstack/react-query';
import { Alert, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { readUses, UseLinks, type UsesOfFile } from './Uses.tsx';

/** What is lost when these are deleted: their files, and what rows show of them. */
export function DeleteQuestion({ ids }: { readonly ids: readonly number[] }) {
  const { t } = useTranslation('upload');
  const { data, isError } = useQuery({
    queryKey: ['upload uses', ids],
    queryFn: async (): Promise<UsesOfFile> => {
      const found = await Promise.all(ids.map(readUses));
      return { uses: found.flatMap(({ uses }) => uses), count: found.reduce((sum, { count }) => sum + count, 0) };
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <>
      <p>{t('attachment.deleteHelp')}</p>
      {isError && <Alert type="warning" showIcon title={t('attachment.usesUnknown')} />}
      {!data && !isError && <Spin size="small" />}
      {data && data.count > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('attachment.stillUsed', { count: data.count })}
          description={<UseLinks {...data} />}
        />
      )}
    </>
  );
}
