import { definePlugin, registerRealm } from '../../src/web/plugins/extend.ts';
import { guests } from './guests.ts';

/** The browser half of the guests, as a plugin's `web.tsx` has it. */
const half = definePlugin({
  name: 'guests',
  register() {
    const guest = guests.realms![0]!;
    registerRealm({ ...guest, signIn: guest.signIn!, signOut: guest.signOut! });
  },
});
half.register();
