import { createHmac } from 'node:crypto';
import type { PluginHost } from '#plugin';

/** The keyed hash of a plugin, by a secret of its own. */
export const pluginHmac =
  (secret: () => Promise<string>): PluginHost['hmac'] =>
  async (text) =>
    createHmac('sha256', await secret())
      .update(text)
      .digest();
