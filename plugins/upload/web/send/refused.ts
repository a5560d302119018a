const refused = new WeakSet<File>();

/** Whether this file can never pass: it is of another type, too large, or empty. */
export const isRefused = (file: File): boolean => refused.has(file);

/** Notes that it cannot. */
export const refuse = (file: File): void => void refused.add(file);
