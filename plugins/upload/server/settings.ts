import { f, settings, sizeText, type Message } from '#resource';
import { longestAddress, longestSavename, placeholders } from '../shared/savename.ts';

const holes = placeholders.map((name) => name.replace('.', '\\.')).join('|');

/** An extension with or without a dot, a type, or all of a type (specification §5). */
const fileType = '\\.?[A-Za-z0-9]+|[a-z]+/(?:\\*|[a-z0-9.+-]+)';

/** Bytes of the largest file that the settings may allow. */
export const largestFile = 10_737_418_240;

/** Where files go and which are taken; the browser checks by them, and so does the server. */
const uploadSettings = settings('upload', {
  upload_mode: f.enum(
    {
      local: { 'zh-cn': '本站', en: 'This site' },
      s3: { 'zh-cn': '直传对象存储（S3 协议）', en: 'Object storage, directly (S3)' },
      alioss: { 'zh-cn': '直传阿里云 OSS', en: 'Alibaba Cloud OSS, directly' },
    },
    {
      required: true,
      default: 'local',
      label: { 'zh-cn': '上传方式', en: 'Upload to' },
      help: {
        'zh-cn': '直传时浏览器把文件直接发送到“对象存储”中配置的存储桶',
        en: 'Direct: browsers send files straight to the bucket under “Object storage”',
      },
    },
  ),
  upload_url: f.url({
    required: true,
    when: { upload_mode: ['s3', 'alioss'] },
    label: { 'zh-cn': '上传地址', en: 'Upload URL' },
    help: {
      'zh-cn': '存储桶的地址，如 https://my-bucket.oss-cn-hangzhou.aliyuncs.com',
      en: 'The address of the bucket, such as https://my-bucket.oss-cn-hangzhou.aliyuncs.com',
    },
  }),
  upload_params: f.keyValue({
    limit: 30,
    when: { upload_mode: ['s3', 'alioss'] },
    label: { 'zh-cn': '表单参数', en: 'Form fields' },
    help: {
      'zh-cn': '随文件一起发送；所有人可见，请勿填写密钥',
      en: "Sent along with each file. Anyone can read them, so don't enter secrets",
    },
  }),
  upload_savename: f.text({
    required: true,
    max: 200,
    pattern: `(?:/(?:[\\w-]|\\{(?:${holes})\\})+)+`,
    default: '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}',
    label: { 'zh-cn': '保存文件名', en: 'Name of the stored file' },
    help: {
      'zh-cn':
        '可用：{topic} {year} {mon} {day} {hour} {min} {sec} {random} {random32} {filename} {suffix} {.suffix} {filesha1}',
      en: 'Placeholders: {topic} {year} {mon} {day} {hour} {min} {sec} {random} {random32} {filename} {suffix} {.suffix} {filesha1}',
    },
  }),
  upload_maxsize: f.int({
    required: true,
    default: 10_485_760,
    label: { 'zh-cn': '最大文件大小', en: 'Maximum file size' },
    help: { 'zh-cn': '单个文件的上限', en: 'For each file' },
  }),
  upload_mimetype: f.text({
    required: true,
    max: 1000,
    pattern: `\\*|(?:${fileType})(?:,(?:${fileType}))*`,
    default: 'jpg,png,bmp,jpeg,gif,webp,zip,rar,wav,mp4,mp3,xls,xlsx,doc,docx,pdf,txt',
    label: { 'zh-cn': '允许的文件类型', en: 'Allowed file types' },
    help: {
      'zh-cn': '用逗号分隔的扩展名或类型，如 jpg,.png,image/*；* 为全部',
      en: 'Extensions or types separated by commas, such as jpg,.png,image/*; * for all',
    },
  }),
  upload_member_daily: f.int({
    required: true,
    min: 0,
    default: 524_288_000,
    label: { 'zh-cn': '会员每日上传总量', en: 'Uploads per member per day' },
    help: { 'zh-cn': '24 小时内的文件合计，0 为不限', en: 'All files of 24 hours together. 0 for no limit' },
  }),
  upload_unused_days: f.int({
    required: true,
    min: 0,
    max: 3650,
    default: 0,
    label: { 'zh-cn': '闲置文件保留天数', en: 'Keep unused files for (days)' },
    help: { 'zh-cn': '超过后自动删除；0 为不删除', en: 'They are deleted after that. 0 keeps them forever' },
  }),
  upload_cdn: f.url({
    label: { 'zh-cn': '文件 CDN 地址', en: 'CDN address of files' },
    help: {
      'zh-cn': '公开的文件从该地址加载；留空则由本站提供',
      en: 'Browsers load public files there. If empty, this site serves them itself',
    },
  }),
});

function nameError(mode: string, template: string): Message | undefined {
  // Only what lies there is served by us.
  if (mode === 'local' && !template.startsWith('/storage/')) return { key: 'upload:name.folder' };
  // At a longer address nothing could be kept.
  const { characters, partBytes } = longestSavename(template);
  const most = longestAddress;
  if (characters > most.characters)
    return { key: 'upload:name.long', params: { length: characters, most: most.characters } };
  if (partBytes <= most.partBytes) return undefined;
  return { key: 'upload:name.longPart', params: { length: partBytes, most: most.partBytes } };
}

declare module '#resource' {
  interface SettingsGroups {
    upload: typeof uploadSettings;
  }
}

export const uploadGroup = uploadSettings.group({
  label: { 'zh-cn': '上传配置', en: 'Upload' },
  layout: [
    'upload_mode',
    'upload_url',
    'upload_params',
    'upload_savename',
    'upload_mimetype',
    ['upload_maxsize', 'upload_member_daily'],
    'upload_unused_days',
    'upload_cdn',
  ],
  check: ({ next }) => ({
    upload_savename: nameError(next.upload_mode, next.upload_savename),
    // Said as people read sizes; `min` and `max` of the field would say bytes.
    ...((next.upload_maxsize < 1 || next.upload_maxsize > largestFile) && {
      upload_maxsize: { key: 'upload:settings.size', params: { least: sizeText(1), most: sizeText(largestFile) } },
    }),
  }),
  site: (values) => ({
    upload: {
      mode: values.upload_mode,
      url: values.upload_url ?? '',
      params: Object.fromEntries(values.upload_params.map(({ key, value }) => [key, value])),
      savename: values.upload_savename,
      maxsize: values.upload_maxsize,
      mimetype: values.upload_mimetype,
      cdn: values.upload_cdn ?? '',
    },
  }),
});
