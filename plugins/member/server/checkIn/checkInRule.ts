import { f, settings, type Message } from '#resource';

/** What a day is worth. */
const checkInSettings = settings('member_check_in', {
  check_in_points: f.int({
    required: true,
    min: 0,
    max: 1_000_000,
    default: 5,
    label: { 'zh-cn': '每日签到积分', en: 'Points for a check-in' },
    help: { 'zh-cn': '0 为不发放，连续签到奖励仍然有效', en: '0 gives none; the bonus for days in a row still counts' },
  }),
  check_in_bonus: f.keyValue({
    limit: 30,
    default: [
      { key: '7', value: '20' },
      { key: '30', value: '100' },
    ],
    label: { 'zh-cn': '连续签到奖励', en: 'Bonus for days in a row' },
    help: {
      'zh-cn': '名称填连续天数，值填当天额外获得的积分，例如 7 和 20',
      en: 'Days in a row, and the extra points for that day: 7 and 20',
    },
  }),
});

declare module '#resource' {
  interface SettingsGroups {
    member_check_in: typeof checkInSettings;
  }
}

export const checkInGroup = checkInSettings.group({
  label: { 'zh-cn': '会员签到', en: 'Check-in' },
  check: ({ next: { check_in_bonus: bonus } }) => {
    const days = (bonus ?? []).map(({ key }) => Number(key));
    const isWrong = (bonus ?? []).some(({ key, value }) => !/^[1-9]\d{0,3}$/.test(key) || !/^\d{1,6}$/.test(value));
    const refused: Message = { key: 'ledgerServer:bonus' };
    return isWrong || new Set(days).size < days.length ? { check_in_bonus: refused } : undefined;
  },
});

export interface CheckInRule {
  readonly points: number;
  /** What the day brings beside that makes so many in a row. */
  readonly bonus: readonly { readonly days: number; readonly points: number }[];
}

export function checkInRule({
  check_in_points: points,
  check_in_bonus: bonus,
}: {
  readonly check_in_points: number;
  readonly check_in_bonus: readonly { readonly key: string; readonly value: string }[] | null;
}): CheckInRule {
  const days = (bonus ?? []).map(({ key, value }) => ({ days: Number(key), points: Number(value) }));
  return { points, bonus: days.toSorted((one, other) => one.days - other.days) };
}

export const pointsFor = ({ points, bonus }: CheckInRule, streak: number): number =>
  points + (bonus.find(({ days }) => days === streak)?.points ?? 0);
