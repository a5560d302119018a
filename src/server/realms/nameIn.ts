/** Whether accounts of the realm are others than administrators. */
export const isForeign = (realm: string): boolean => !['admin', 'visitor', 'system', ''].includes(realm);

/** Who somebody is where accounts of several realms are told of: a guest called `admin` is `guest/admin`. */
export const nameIn = (realm: string, username: string): string =>
  isForeign(realm) ? `${realm}/${username}` : username;
