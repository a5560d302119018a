import type { PluginPart } from '#plugin';
import { Invalid } from '#resource';
import type { MemberParts } from './memberParts.ts';

const name = { made_name: '默认分组', made_name_en: 'Default' } as const;

/** The group of whoever registers, with every permission, where there is none. */
export const firstStart = (parts: MemberParts): PluginPart => ({
  async start() {
    const { host } = parts;
    const groups = host.rows('user_group', host.system);
    if ((await groups.count()) > 0) return;
    try {
      await groups.add({ name: name.made_name, ...name, is_super: 1 });
    } catch (error) {
      // Another instance was faster.
      if (!(error instanceof Invalid && 'name' in error.errors)) throw error;
    }
  },
});
