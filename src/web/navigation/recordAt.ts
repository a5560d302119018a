const pattern = /^(.+)\/([1-9]\d{0,15})$/;

/** The list and the id in the address of a record: that of its list with the id behind it. */
export function recordAt(address: string): { readonly list: string; readonly id: number } | undefined {
  const [, list, id] = pattern.exec(address) ?? [];
  return list === undefined ? undefined : { list, id: Number(id) };
}
