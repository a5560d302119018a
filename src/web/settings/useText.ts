import { useTranslation } from 'react-i18next';

/** Texts of lists and forms: a bare key is one of `table.json`, `page:key` one of another page. */
export function useText(): (key: string, params?: Record<string, unknown>) => string {
  const { t } = useTranslation(['table', 'validate']);
  return t as (key: string, params?: Record<string, unknown>) => string;
}
