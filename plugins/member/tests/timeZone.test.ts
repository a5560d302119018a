import { expect } from 'vitest';
import { testPlugin } from '#test';
import { addMember, addToken, books } from './books.ts';

const noonUtc = Date.UTC(2026, 10, 10, 12) / 1000;
const [west, east] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'];

const book = books();
testPlugin(
  "check-ins count by the member's own calendar, and no other zone brings a second day",
  [],
  async (first, { start }) => {
    await first.close();
    let time = noonUtc;
    const server = await start(book.plugins, { now: () => time });
    const { id } = await addMember(book, 'ann');
    const call = async (method: string, url: string, body?: object) => {
      // A token is good for some days only.
      const headers = { 'ba-user-token': (await addToken(book, id)).token };
      return (await server.request(method, `/api/account/${url}`, { headers, ...(body && { body: { ...body } }) }))
        .json;
    };
    const live = async (zone: string | null) =>
      expect((await call('POST', 'profile', { time_zone: zone })).data).toMatchObject({
        userInfo: { time_zone: zone ?? '' },
        row: { time_zone: zone },
      });
    const checkIn = () => call('POST', 'checkIn', {});

    for (const bad of ['Mars/Olympus', '+14:00', 'asia/shanghai', 5, ['UTC'], '__proto__'])
      expect((await call('POST', 'profile', { time_zone: bad })).data['errors']).toHaveProperty('time_zone');
    await live(west);
    // 01:00 in Pago Pago, and already tomorrow on Kiritimati.
    expect((await call('GET', 'checkIn')).data).toMatchObject({ date: '2026-11-10', today: false });
    expect((await checkIn()).data).toMatchObject({ date: '2026-11-10', streak: 1 });
    await live(east);
    expect((await checkIn()).msg).toBe("You've already checked in today.");
    expect((await call('GET', 'checkIn')).data).toMatchObject({ date: '2026-11-11', today: true, streak: 1 });

    // Two minutes later it is midnight somewhere: whoever moved there has to wait for a whole day.
    time = Date.UTC(2026, 10, 11, 10, 1) / 1000;
    expect((await checkIn()).msg).toMatch(/24 hours after/);
    await live(west);
    expect((await checkIn()).msg).toBe("You've already checked in today.");
    await live(east);
    time = noonUtc + 86_400;
    expect((await checkIn()).data).toMatchObject({ date: '2026-11-12', streak: 2 });
    expect((await call('GET', 'overview')).data).toMatchObject({
      days: ['2026-11-06', '2026-11-07', '2026-11-08', '2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12'],
      score: [0, 0, 0, 0, 0, 5, 5],
      scoreEnds: [0, 0, 0, 0, 0, 5, 10],
    });
    expect((await call('GET', 'overview?days=30')).data['days']).toHaveLength(30);
    for (const days of ['8', 'x', '', '1e1']) expect((await call('GET', `overview?days=${days}`)).code).toBe(0);
    // Back home it is the 11th still: that day is given already.
    await live(west);
    time += 86_400;
    expect((await checkIn()).msg).toBe("You've already checked in today.");
    time += 86_400;
    expect((await checkIn()).data).toMatchObject({ date: '2026-11-13', streak: 3 });
    await live(null);
  },
);
