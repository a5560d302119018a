import { Pagination } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePersonChange } from '#web';
import { useTimeText } from '../centre/useTimeText.ts';
import { Amount } from '../centre/Amount.tsx';
import { useMember } from '../centre/member.ts';
import { Answer } from './Answer.tsx';
import { useAnswer } from './useAnswer.ts';

/** An entry of the ledger (protocol §2.10). */
interface Entry {
  readonly id: number;
  readonly money?: string;
  readonly score?: number;
  readonly before: string | number;
  readonly after: string | number;
  readonly memo: string;
  readonly create_time: number;
}
interface Page {
  readonly list: readonly Entry[];
  readonly total: number;
}
interface Props {
  readonly currency: 'money' | 'score';
  readonly url: string;
}

/** How a figure came about: what was added and taken, before and after each time, the newest first. */
export function Entries({ currency, url }: Props) {
  const { t } = useTranslation('centre');
  const [{ page, limit }, turnTo] = useState({ page: 1, limit: 10 });
  const query = useAnswer<Page>(url, { page, limit });
  useNewest(
    currency,
    page === 1 && query.isSuccess && !query.isPlaceholderData ? query.data.list[0]?.after : undefined,
  );
  return (
    <section className="centre-card" aria-label={t('entries.title')}>
      <h2>{t('entries.title')}</h2>
      <Answer query={query} rows={8}>
        {({ list, total }) =>
          total === 0 ? (
            <p className="centre-quiet">{t(`entries.none.${currency}`)}</p>
          ) : (
            <>
              <table className="centre-entries">
                <thead>
                  <tr>
                    {(['time', 'memo', 'change', 'before', 'after'] as const).map((column) => (
                      <th key={column} scope="col" data-column={column}>
                        {t(`entries.${column}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {list.map((entry) => (
                    <Line key={entry.id} entry={entry} currency={currency} />
                  ))}
                </tbody>
              </table>
              <Pagination
                align="end"
                className="centre-pages"
                current={page}
                pageSize={limit}
                total={total}
                pageSizeOptions={[10, 20, 50, 100]}
                showSizeChanger={total > 10}
                hideOnSinglePage={total <= 10}
                onChange={(to, size) => turnTo({ page: size === limit ? to : 1, limit: size })}
              />
            </>
          )
        }
      </Answer>
    </section>
  );
}

/** Where something has been booked since the page began, the figures beside the entries follow. */
function useNewest(currency: Props['currency'], newest: Entry['after'] | undefined): void {
  const shown = useMember()?.[currency];
  const changed = usePersonChange();
  useEffect(() => {
    // As often as there is something new: where they still differ then, the server says so.
    if (newest !== undefined && shown !== undefined && Number(newest) !== Number(shown)) void changed();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- not when only what is shown has changed
  }, [newest, changed]);
}

function Line({ entry, currency }: { entry: Entry; currency: Props['currency'] }) {
  const timeText = useTimeText();
  const change = (currency === 'money' ? entry.money : entry.score) ?? 0;
  return (
    <tr>
      <td data-column="time">
        <time>{timeText(entry.create_time)}</time>
      </td>
      <td data-column="memo">{entry.memo}</td>
      <td data-column="change" data-negative={Number(change) < 0}>
        <Amount value={change} currency={currency} signed />
      </td>
      <td data-column="before">
        <Amount value={entry.before} currency={currency} />
      </td>
      <td data-column="after">
        <Amount value={entry.after} currency={currency} />
      </td>
    </tr>
  );
}
