import { defaultLanguage, f, kindOf, languageNames, parseField, settings, type Message } from '#resource';
import { leastDays } from '../security/sealLog.ts';
import { actionAt } from './openedActions.ts';
import { addressList, isListed, tooWideIn, wrongAddressIn } from './addressList.ts';

export interface BasicsDefaults {
  readonly version: string;
  readonly timeZone: string;
}

/** A first visit is in the language of the browser, where it is one of ours; the browser knows it (`src/web/boot/boot.ts`). */
const languageOfBrowser = 'browser';

const basicsFields = ({ version, timeZone }: BasicsDefaults) => ({
  site_name: f.text({
    required: true,
    max: 60,
    default: 'Ai Chat',
    label: { 'zh-cn': '站点名称', en: 'Site name' },
    help: {
      'zh-cn': '显示在菜单、登录页、浏览器标签和邮件中',
      en: 'Shown in the menu, on the sign-in page, in browser tabs and in emails',
    },
  }),
  site_logo: f.image({
    label: { 'zh-cn': '站点标志', en: 'Site logo' },
    help: {
      'zh-cn': '显示在站点名称旁，建议使用正方形图片；留空则显示默认图标',
      en: 'Shown beside the name; a square picture fits best. If empty, the default icon is shown',
    },
  }),
  record_number: f.text({
    max: 100,
    label: { 'zh-cn': '备案号', en: 'ICP filing number' },
    help: {
      'zh-cn': '网站域名的 ICP 备案号，显示在页面底部',
      en: 'Issued for the domain by the authorities, and shown at the foot of the page',
    },
  }),
  business_department_id: f.text({
    max: 50,
    label: { 'zh-cn': '默认事业部编号', en: 'Default department ID' },
    help: {
      'zh-cn': '新项目默认归属该编号的事业部（见事业部列表）；可留空',
      en: 'New projects belong to the department with this ID unless you choose another. Can be empty',
    },
  }),
  site_version: f.text({
    required: true,
    max: 30,
    default: version,
    label: { 'zh-cn': '系统版本号', en: 'Version' },
    help: { 'zh-cn': '显示在公开页面底部', en: 'Shown at the foot of public pages' },
  }),
  time_zone: f.enum(zones(timeZone), {
    required: true,
    default: timeZone,
    label: { 'zh-cn': '时区', en: 'Time zone' },
    help: { 'zh-cn': '未带时区的时间按此时区处理', en: 'Times without a time zone use this one' },
  }),
  first_language: f.enum(
    { ...languageNames, [languageOfBrowser]: { 'zh-cn': '跟随浏览器', en: 'Same as the browser' } },
    {
      required: true,
      default: defaultLanguage,
      label: { 'zh-cn': '首次访问语言', en: 'Language for first-time visitors' },
      help: {
        'zh-cn': '访问者自行切换语言之前使用；浏览器的语言不受支持时使用简体中文',
        en: "Until a visitor chooses one. Simplified Chinese if the browser's language isn't supported",
      },
    },
  ),
  cdn_url: f.url({
    label: { 'zh-cn': 'CDN 地址', en: 'CDN address' },
    help: {
      'zh-cn': '提供给调用本站接口的应用，本站页面不使用；可留空',
      en: "Passed on to apps that use the API of this site. Its own pages don't need it",
    },
  }),
  api_url: f.url({
    label: { 'zh-cn': '接口地址', en: 'API address' },
    help: {
      'zh-cn': '提供给调用本站接口的应用，本站页面不使用；可留空',
      en: "Passed on to apps that use the API of this site. Its own pages don't need it",
    },
  }),
  urls: f.tags({
    limit: 20,
    max: 500,
    label: { 'zh-cn': '站点地址', en: 'Site addresses' },
    help: {
      'zh-cn':
        '输入一个后按回车键。第一个用于邮件中的链接，未填写时无法发送邀请和重置密码的邮件。也可填写某个操作的完整地址（如 https://example.com/admin/content/article/edit），' +
        '该操作将对所有管理员开放；仅超级管理员可以这样填写',
      en:
        'Press Enter after each. The first is used for links in emails; without one, invitations and links for a new password ' +
        "can't be sent. The full address of an action, such as " +
        'https://example.com/admin/content/article/edit, opens that action to every administrator; ' +
        'only super administrators can enter one',
    },
  }),
  head_nav: f.keyValue({
    limit: 20,
    label: { 'zh-cn': '顶部导航', en: 'Top navigation' },
    help: {
      'zh-cn': '显示在公开页面和会员中心顶部。填写名称，以及 https:// 或 / 开头的地址',
      en: 'Links at the top of public pages and the member centre. A title, and an address that starts with https:// or /',
    },
  }),
  open_member_center: f.bool({
    default: 1,
    label: { 'zh-cn': '开启会员中心', en: 'Member centre' },
    help: { 'zh-cn': '关闭后，会员无法登录或注册', en: 'If this is off, members can neither sign in nor sign up' },
  }),
  security_log_days: f.int({
    required: true,
    min: leastDays,
    max: 3650,
    default: 184,
    label: { 'zh-cn': '安全日志保留天数', en: 'Keep security log for (days)' },
    help: { 'zh-cn': '《网络安全法》要求不少于六个月', en: "China's Cybersecurity Law requires at least six months" },
  }),
  no_access_ip: f.textarea({
    max: 10_000,
    rows: 3,
    label: { 'zh-cn': '禁止访问 IP', en: 'Blocked IP addresses' },
    help: {
      'zh-cn': '每行一个 IP 或网段，如 10.0.0.0/8；本机不受限制',
      en: 'One address or network such as 10.0.0.0/8 per line. This machine itself is never blocked',
    },
  }),
});

/** What the site is called and how it presents itself; what the environment decides are defaults. */
const basicsSettings = (defaults: BasicsDefaults) => settings('basics', basicsFields(defaults));

declare module '#resource' {
  interface SettingsGroups {
    basics: ReturnType<typeof basicsSettings>;
  }
}

export const basicsGroup = (defaults: BasicsDefaults) =>
  basicsSettings(defaults).group({
    label: { 'zh-cn': '基础配置', en: 'Basics' },
    layout: [
      ['site_name', 'site_version'],
      'site_logo',
      ['record_number', 'business_department_id'],
      ['time_zone', 'first_language'],
      'open_member_center',
      ['cdn_url', 'api_url'],
      'urls',
      'head_nav',
      'no_access_ip',
      'security_log_days',
    ],
    check: ({ next, prev, caller }) => ({
      urls: firstWrong('url', next.urls) ?? (caller.super ? undefined : firstOpening(next.urls, prev.urls)),
      head_nav: firstWrong(
        'file',
        next.head_nav.map(({ value }) => value),
      ),
      no_access_ip: wrongList(next.no_access_ip ?? '', caller.ip),
    }),
    site: (values) => ({
      siteName: values.site_name,
      siteLogo: values.site_logo ?? '',
      recordNumber: values.record_number ?? '',
      businessDepartmentId: values.business_department_id ?? '',
      urls: values.urls,
      version: values.site_version,
      cdnUrl: values.cdn_url ?? '',
      apiUrl: values.api_url ?? '',
      headNav: values.head_nav.map(({ key, value }) => ({ title: key, url: value })),
      timeZone: values.time_zone,
      openMemberCenter: values.open_member_center === 1,
    }),
  });

/** Every zone that this machine knows, and the one of the environment, which may be known by an older name. */
const zones = (own: string): Record<string, string> =>
  Object.fromEntries(
    [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', own])].toSorted().map((zone) => [zone, zone]),
  );

/** Whoever does not have all rights opens no action to others: the first new address that would. */
function firstOpening(urls: readonly string[], before: readonly string[]): Message | undefined {
  const entry = urls.find((url) => !before.includes(url) && actionAt(url) !== undefined);
  return entry === undefined ? undefined : { key: 'config:opensAction', params: { entry } };
}

/** Why the first of these is refused by the rules of that kind of field. */
function firstWrong(kind: 'url' | 'file', values: readonly string[]): Message | undefined {
  for (const value of values) {
    const parsed = parseField(kindOf(kind), { required: true }, value);
    if ('refused' in parsed) return { key: 'config:wrongEntry', params: { entry: value } };
  }
  return undefined;
}

function wrongList(text: string, ip: string): Message | undefined {
  const entry = wrongAddressIn(text);
  if (entry !== undefined) return { key: 'config:wrongEntry', params: { entry } };
  const wide = tooWideIn(text);
  if (wide !== undefined) return { key: 'config:tooWide', params: { entry: wide } };
  return isListed(addressList(text), ip) ? { key: 'config:ownAddress', params: { ip } } : undefined;
}
