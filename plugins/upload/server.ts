import { definePlugin, joinParts, type PluginHost, type ServerPlugin } from '#plugin';
import { attachmentResource } from './server/attachment.ts';
import { contentSecurityPolicy } from './server/contentSources.ts';
import { deletedUsed } from './server/deleteUsed.ts';
import { fieldOptions } from './server/fieldOptions.ts';
import { fileService } from './server/fileService.ts';
import type { LeaseOptions } from './server/move/moveLease.ts';
import { moving } from './server/move/moveRoute.ts';
import { privateFiles } from './server/privateFiles.ts';
import { removedFiles } from './server/removeFile.ts';
import { replacedFiles } from './server/replaceFile.ts';
import { publicFiles } from './server/serve.ts';
import { uploadGroup } from './server/settings.ts';
import { shownUses } from './server/showUses.ts';
import { remote } from './server/remote/remote.ts';
import { resumable } from './server/resumable/resumable.ts';
import { Storages } from './server/storages.ts';
import { suffixIcons } from './server/suffixIcon.ts';
import { tidied } from './server/tidy.ts';
import { fileSize } from './shared/fileSize.ts';
import type { UploadParts } from './server/uploadParts.ts';
import { uploadRoutes } from './server/uploadRoutes.ts';
import { uses } from './server/uses.ts';

/** The plugin for one application; two in one process share nothing. `moveLease`: see `LeaseOptions`. */
export function upload({ moveLease = 12_000 }: Partial<Pick<LeaseOptions, 'moveLease'>> = {}): ServerPlugin {
  let started: PluginHost | undefined;
  const parts: UploadParts = {
    get host() {
      if (!started) throw new Error('The upload plugin has not been started.');
      return started;
    },
    storages: new Storages(),
  };
  parts.storages.add('local', () => parts.host.storage);
  return definePlugin({
    name: 'upload',
    label: { 'zh-cn': '上传与附件', en: 'Upload and attachments' },
    description: {
      'zh-cn': '上传图片和文件，集中管理附件；文件可保存在本机或对象存储。',
      en: 'Upload images and files and manage them as attachments, stored here or in object storage.',
    },
    icon: 'fa fa-cloud-upload',
    fields: [fileSize.kind],
    fieldOptions,
    contentSecurityPolicy,
    provides: { files: () => fileService(parts) },
    ...joinParts([
      {
        start(host) {
          started = host;
        },
      },
      { settings: [uploadGroup], resources: [attachmentResource] },
      uploadRoutes(parts),
      publicFiles(parts),
      privateFiles(parts),
      suffixIcons,
      uses,
      shownUses(parts),
      deletedUsed(parts),
      replacedFiles(parts),
      removedFiles(parts),
      tidied(parts),
      remote(parts),
      resumable(parts),
      moving(parts, moveLease),
    ]),
  });
}

export default upload();
