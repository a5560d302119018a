import { eachLanguage, textOf, type ImportStep, type NoticeUndo } from '#resource';
import type { Realm } from '../realms/realm.ts';
import type { Messages } from '../shared/messages.ts';
import { translated } from '../shared/translated.ts';
import type { Imported } from '../table/import/runImport.ts';
import type { StoredImport } from '../table/import/storedImport.ts';
import type { Notices } from './notices.ts';

/** Ends of an import that its owner is told of. What they stop themselves is no news. */
const told: ReadonlySet<ImportStep> = new Set<ImportStep>(['done', 'stopped', 'failed', 'undone']);

/** Tells people that an import of theirs has ended: they may have closed its window long before. */
export const importNotices =
  (
    notices: Pick<Notices, 'tell'>,
    messages: Pick<Messages, 'translate'>,
    realms: readonly Pick<Realm, 'name' | 'base'>[],
  ) =>
  async ({ model, stored }: Imported): Promise<void> => {
    const realm = realms.find(({ name }) => name === stored.realm);
    if (!realm || !told.has(stored.state)) return;
    const kind = stored.edit ? 'bulkJob' : 'import';
    const { state, file, added, edited, same, failed, undone, kept, failure } = stored;
    const name = file.length > 80 ? `${file.slice(0, 79).toWellFormed()}…` : file;
    const undo: NoticeUndo = { call: 'bulkJob', path: model.path, id: stored.id };
    await notices.tell(
      // Who acted as somebody has begun it, and alone sees it in the dialog.
      { realm: realm.name, id: stored.actor_id || stored.account_id },
      {
        title: eachLanguage((language) =>
          messages
            .translate(language, `serverNotices:${kind}.${state}`, { table: textOf(model.label, language), file: name })
            .slice(0, 200),
        ),
        body: eachLanguage((language) =>
          failure
            ? translated(messages, language, failure)
            : messages.translate(language, `serverNotices:${kind}.${state === 'undone' ? 'undoneCounts' : 'counts'}`, {
                added,
                edited,
                same,
                failed,
                undone,
                kept,
              }),
        ),
        // The list opens its report, from where it can be undone.
        link: `${realm.base}/${model.path}?${kind}=${stored.id}`,
      },
      { ...(mayUndoInBell(stored) && { undo }), ...(stored.edit && { replaces: undo }) },
    );
  };

/** A bulk edit, unless somebody made it who acted as another: they can undo it only as long as they do, and have another bell then. */
const mayUndoInBell = ({ edit, actor_id: actor, state, edited, again }: StoredImport): boolean =>
  edit !== null && actor === 0 && (state === 'undone' ? again > 0 : edited > 0);
