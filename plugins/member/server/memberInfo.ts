import type { FieldsOf, Row } from '#resource';

/** A member as clients keep them (specification §3); times in Unix seconds, under the names of both dialects. */
export function memberInfo(row: Row<FieldsOf<'user'>>): Readonly<Record<string, unknown>> {
  const { last_login_time: lastTime, last_login_ip: lastIp, join_time: joined } = row;
  return {
    id: row.id,
    username: row.username,
    nickname: row.nickname,
    email: row.email ?? '',
    mobile: row.mobile ?? '',
    avatar: row.avatar ?? '',
    gender: Number(row.gender ?? 0),
    birthday: row.birthday ?? '',
    money: row.money,
    score: row.score,
    motto: row.motto ?? '',
    time_zone: row.time_zone ?? '',
    last_login_time: lastTime ?? 0,
    lastlogintime: lastTime ?? 0,
    last_login_ip: lastIp ?? '',
    lastloginip: lastIp ?? '',
    join_time: joined ?? 0,
    jointime: joined ?? 0,
  };
}
