import {
  definePlugin,
  lazyView,
  registerField,
  registerFileUpload,
  registerListView,
  registerPage,
  registerTableField,
} from '#web';
import { fileSize } from './shared/fileSize.ts';
import { lazyCell } from './web/cells/lazyCell.tsx';

// All of it is fetched when it is first shown or wanted: this file is loaded with the first page.
const texts = ['upload'];
const input = (many: boolean, pictures: boolean) =>
  lazyView(async () => ({ default: (await import('./web/inputs/fileInput.tsx')).fileInput({ many, pictures }) }), {
    texts,
    height: pictures ? 104 : 36,
  });

// As high as their code draws them.
const line = 24;
const picture = 36;
const Pictures = lazyCell(() => import('./web/cells/PicturesCell.tsx'), picture);
const Size = lazyView(() => import('./web/settings/SizeInput.tsx'), { texts });
const Files = lazyCell(() => import('./web/cells/FilesCell.tsx'), line);
const AllFiles = lazyCell(() => import('./web/cells/FilesWhole.tsx'), line);

export default definePlugin({
  name: 'upload',
  register() {
    registerFileUpload(async (file, target) => (await import('./web/send/sendFile.ts')).sendFile(file, target));

    registerField('image', { Cell: Pictures, Input: input(false, true), group: true });
    // As wide as three pictures and the number of those that follow.
    registerField('images', { Cell: Pictures, Input: input(true, true), group: true, width: 176 });
    registerField('file', { Cell: Files, Input: input(false, false), group: true });
    registerField(fileSize.kind, {
      Cell: lazyView(() => import('./web/attachments/SizeCell.tsx'), { height: 22 }),
      Input: Size,
      Filter: Size,
      width: 110,
      align: 'right',
    });
    registerField('files', { Cell: Files, Whole: AllFiles, Input: input(true, false), group: true });

    registerPage('routine/attachment', () => import('./web/attachments/AttachmentPage.tsx'), ...texts);
    registerListView({
      name: 'grid',
      label: { 'zh-cn': '网格', en: 'Grid' },
      icon: <i className="fa fa-picture-o" aria-hidden />,
      of: 'attachment',
      load: () => import('./web/attachments/AttachmentGrid.tsx'),
      texts,
    });
    registerTableField('attachment', 'url', {
      Cell: lazyCell(() => import('./web/attachments/ThumbCell.tsx'), picture),
      width: 72,
    });
    registerTableField('attachment', 'admin_id', {
      Cell: lazyView(() => import('./web/attachments/UploaderCell.tsx'), { texts, height: 22 }),
    });
    registerTableField('attachment', 'quote', {
      Cell: lazyView(() => import('./web/attachments/UsesCell.tsx'), { texts, height: line }),
      width: 110,
    });

    // The group of settings is no table that the types know.
    for (const name of ['upload_maxsize', 'upload_member_daily'])
      registerTableField('upload' as never, name as never, { Input: Size });
  },
});
