import type { PluginHost } from '#plugin';

/** Whether a visitor can become a member: there is a member centre, and it is open. */
export async function canSignIn(host: PluginHost): Promise<boolean> {
  const { open_member_center: isOpen } = await host.settings('basics');
  return isOpen === 1 && hasMembers(host);
}

function hasMembers(host: PluginHost): boolean {
  try {
    host.sessions('member');
    return true;
  } catch {
    // No plugin brings the realm.
    return false;
  }
}
