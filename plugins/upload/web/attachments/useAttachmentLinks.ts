import { useQuery } from '@tanstack/react-query';
import { http } from '#web';
import type { AttachmentRow } from './attachmentRow.ts';

/** Milliseconds after which signed addresses are asked for anew; they hold for five minutes at the least. */
const fresh = 240_000;

/** Addresses of attachments as they may be loaded: those of private ones are signed. */
export function useAttachmentLinks(rows: readonly AttachmentRow[]): (url: string) => string {
  const urls = rows.filter((row) => Boolean(row['is_private'])).map(({ url }) => url);
  const { data } = useQuery({
    queryKey: ['upload links', 'attachment', urls],
    queryFn: () =>
      http.post<{ links: Record<string, string> }>(
        '/admin/ajax/fileLinks',
        { urls },
        { quiet: true, allowDuplicate: true },
      ),
    enabled: urls.length > 0,
    staleTime: fresh,
    refetchInterval: fresh,
    retry: false,
  });
  return (url) => data?.links[url] ?? url;
}
