import { f, table } from '#resource';
import { definePlugin } from '#plugin';

/** A second kind of identity, as a plugin brings it: accounts, and a table that is theirs row by row. */
const guest = table('guest', {
  username: f.text({ required: true, unique: true }),
  password: f.password({ required: true }),
  status: f.bool({ default: 1 }),
  session_number: f.int({ readonly: true, default: 1 }),
  last_login_time: f.datetime({ readonly: true }),
  last_login_ip: f.text({ readonly: true }),
});
const wish = table('wish', {
  title: f.text({ required: true, max: 50, search: true }),
  price: f.int({ default: 0 }),
  remark: f.text(),
  guest_id: f.belongsTo('guest', { required: true }),
});

declare module '#resource' {
  interface Tables {
    guest: typeof guest;
    wish: typeof wish;
  }
  interface Realms {
    guest: true;
  }
}

export const guests = definePlugin({
  name: 'guests',
  realms: [
    {
      name: 'guest',
      base: '/guest',
      tokenHeader: 'x-guest-token',
      refreshed: 'guest-refresh',
      signInPage: { routePath: '/guest/login', routeName: 'guestLogin' },
      startPage: { routePath: '/guest', routeName: 'guest' },
      signIn: '/guest/session/login',
      signOut: '/guest/session/logout',
      start: '/guest/session/index',
      accounts: 'guest',
    },
  ],
  resources: [
    guest.resource({ path: 'shop/guest', traits: { trash: true } }),
    wish.resource({
      path: 'shop/wish',
      traits: { history: true },
      realms: {
        guest: {
          actions: ['index', 'add', 'edit', 'del'],
          read: ['title', 'price'],
          write: ['title'],
          owner: 'guest_id',
        },
      },
    }),
  ],
  routes: [
    {
      method: 'GET',
      url: '/guest/me/index',
      node: 'signed-in',
      handler: ({ caller: { realm, id, username, super: isSuper } }) => ({ realm, id, username, super: isSuper }),
    },
  ],
});
