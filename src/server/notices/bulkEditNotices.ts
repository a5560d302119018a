import { eachLanguage, textOf, type NoticeUndo } from '#resource';
import type { Realm } from '../realms/realm.ts';
import type { Messages } from '../shared/messages.ts';
import { labelOf } from '../table/fieldLabel.ts';
import type { BulkEditEvent } from '../table/write/bulkEditEvent.ts';
import type { Notices } from './notices.ts';

/**
 * Keeps bulk edits in the bell of whoever made them, from where they can be undone once the message that offers it is gone. That
 * message has told of them: they come as read.
 */
export const bulkEditNotices =
  (
    notices: Pick<Notices, 'tell'>,
    { translate, find }: Pick<Messages, 'translate' | 'find'>,
    realms: readonly Pick<Realm, 'name' | 'base'>[],
  ) =>
  async (event: BulkEditEvent): Promise<void> => {
    const { caller, model, id } = event;
    const realm = realms.find(({ name }) => name === caller.realm);
    // Who acts as somebody can undo it only as long as they do, and has another bell then.
    if (!realm || caller.actor) return;
    const undo: NoticeUndo = { call: 'undoEdit', path: model.path, id };
    const isDone = event.is === 'done';
    const notice = {
      title: eachLanguage((language) =>
        translate(language, isDone ? 'serverNotices:bulkEdit.done' : 'serverNotices:bulkJob.undone', {
          count: event.changed,
          table: textOf(model.label, language),
        }).slice(0, 200),
      ),
      body: eachLanguage((language) => {
        if (!isDone) {
          const counts = { undone: event.changed, kept: event.left.length };
          return translate(language, 'serverNotices:bulkJob.undoneCounts', counts);
        }
        const labels = event.fields.map((name) => labelOf(find, model.fields.get(name)!, language));
        const fields = labels.join(translate(language, 'serverNotices:bulkEdit.and'));
        return translate(language, 'serverNotices:bulkEdit.fields', { fields }).slice(0, 2000);
      }),
      link: `${realm.base}/${model.path}`,
    };
    await notices.tell(caller, notice, { isRead: true, ...(isDone ? { undo } : { replaces: undo }) });
  };
