import { useTranslation } from 'react-i18next';
import type { Manifest } from '#resource';
import { App } from 'antd';
import { http, ManifestForm, usePersonChange } from '#web';
import { Answer } from './Answer.tsx';
import { Bindings } from './Bindings.tsx';
import { CloseAccount } from './CloseAccount.tsx';
import { useAnswer } from './useAnswer.ts';
import './pages.css';

type Row = Parameters<Parameters<typeof ManifestForm>[0]['onSave']>[0] & { readonly id: number };
interface Saved {
  readonly row: Row;
  readonly userInfo: { readonly username: string; readonly nickname: string; readonly avatar: string };
}
/** `GET /api/account/profile`. */
interface Profile extends Saved {
  readonly accountVerificationType: readonly ('email' | 'mobile')[];
  /** As of `EntrySettings`. */
  readonly keepsCodes?: boolean;
  readonly manifest: Manifest;
}

/** Who one is: what others see, the addresses by which one is reached, and the way to leave. */
export default function ProfilePage() {
  const { t } = useTranslation('centre');
  const { message } = App.useApp();
  const changed = usePersonChange();
  const query = useAnswer<Profile>('/api/account/profile');
  const save = async (changes: Readonly<Record<string, unknown>>): Promise<Row> => {
    const { row, userInfo } = await http.post<Saved>('/api/account/profile', changes);
    await changed({ nickname: userInfo.nickname, avatar: userInfo.avatar });
    return row;
  };
  return (
    <Answer query={query} rows={10}>
      {({ manifest, row, accountVerificationType: ways, keepsCodes }) => (
        <>
          <section className="centre-card centre-narrow" aria-label={t('profile.title')}>
            <ManifestForm
              manifest={manifest}
              row={row}
              onSave={save}
              onSaved={() => void message.success(t('profile.saved'))}
            />
          </section>
          <Bindings ways={ways} keepsCodes={keepsCodes} />
          <CloseAccount />
        </>
      )}
    </Answer>
  );
}
