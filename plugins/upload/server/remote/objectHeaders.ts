import { isHarmless, servedType } from '../sniff.ts';

/** What a bucket says of a file to whoever has its address there: the type that this server would name, and nothing that runs is shown. */
export function objectHeaders(type: string): { readonly ContentType: string; readonly ContentDisposition?: string } {
  const ContentType = servedType(type);
  return { ContentType, ...(!isHarmless(ContentType) && { ContentDisposition: 'attachment' }) };
}
