/** Text that both databases keep, as the growing log makes it; as long as it was. */
export const cleaned = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
