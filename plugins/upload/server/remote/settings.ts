import { f, Problem, settings } from '#resource';
import { openBucket } from './bucket.ts';
import { tryBucket } from './tryBucket.ts';

/** Where files are kept beside the folder: a bucket of Amazon S3 or of anything that speaks as it does. */
const bucketSettings = settings('upload_bucket', {
  bucket_endpoint: f.url({
    label: { 'zh-cn': '服务地址（Endpoint）', en: 'Endpoint' },
    placeholder: 'https://s3.eu-central-1.amazonaws.com',
    help: {
      'zh-cn': '兼容 S3 协议的服务地址；阿里云 OSS 如 https://s3.oss-cn-hangzhou.aliyuncs.com',
      en: 'Address of an S3-compatible service; for Alibaba Cloud OSS, for example, https://s3.oss-cn-hangzhou.aliyuncs.com',
    },
  }),
  bucket_region: f.text({
    required: true,
    max: 50,
    pattern: '[a-z0-9-]+',
    default: 'us-east-1',
    label: { 'zh-cn': '地域（Region）', en: 'Region' },
    help: {
      'zh-cn': '服务商给出的地域代码；MinIO 等没有地域的服务保持 us-east-1',
      en: 'As the provider calls it. Keep us-east-1 for services without regions, such as MinIO',
    },
  }),
  bucket_name: f.text({
    max: 63,
    pattern: '[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]',
    label: { 'zh-cn': '存储桶（Bucket）', en: 'Bucket' },
  }),
  bucket_access_key: f.text({
    max: 128,
    label: { 'zh-cn': '访问密钥 ID（Access Key）', en: 'Access key' },
    help: {
      'zh-cn': '需要在该存储桶中读取、写入和删除文件的权限',
      en: 'Must be allowed to read, write and delete files in the bucket',
    },
  }),
  bucket_secret: f.text({
    secret: true,
    max: 255,
    label: { 'zh-cn': '访问密钥（Secret Key）', en: 'Secret key' },
    help: { 'zh-cn': '加密保存，不会再显示', en: 'Stored encrypted and never shown again' },
  }),
  bucket_path_style: f.bool({
    default: 0,
    label: { 'zh-cn': '路径式地址', en: 'Path-style addresses' },
    help: {
      'zh-cn': '存储桶名写在路径里而不是域名里，MinIO 等自建服务通常需要',
      en: 'Puts the bucket in the path instead of the host name, as MinIO and other self-hosted services need',
    },
  }),
  bucket_takes_new: f.bool({
    default: 0,
    label: { 'zh-cn': '新文件保存到存储桶', en: 'Keep new files in the bucket' },
    help: {
      'zh-cn': '已有文件留在原处，可用 npm run storage:move 迁移',
      en: 'Existing files stay where they are; npm run storage:move moves them',
    },
  }),
});

declare module '#resource' {
  interface SettingsGroups {
    upload_bucket: typeof bucketSettings;
  }
}

export const bucketGroup = bucketSettings.group({
  label: { 'zh-cn': '对象存储', en: 'Object storage' },
  check({ next, prev, given }) {
    // Whoever changes the server must not learn from it what they cannot read here.
    const isElsewhere = next.bucket_endpoint !== prev.bucket_endpoint && prev.bucket_secret !== null;
    if (isElsewhere && !given.includes('bucket_secret')) return { bucket_secret: { key: 'upload:remote.secretAgain' } };
    const isComplete = next.bucket_endpoint && next.bucket_name && next.bucket_access_key && next.bucket_secret;
    return next.bucket_takes_new && !isComplete ? { bucket_takes_new: { key: 'upload:remote.incomplete' } } : {};
  },
  test: {
    label: { 'zh-cn': '测试存储桶', en: 'Test the bucket' },
    async run({ settings: given }) {
      const bucket = openBucket(given);
      if (!bucket) throw new Problem('upload:remote.incomplete');
      await tryBucket(bucket);
      return { key: 'upload:remote.works' };
    },
  },
  layout: [
    'bucket_endpoint',
    ['bucket_region', 'bucket_name'],
    ['bucket_access_key', 'bucket_secret'],
    ['bucket_path_style', 'bucket_takes_new'],
  ],
});
