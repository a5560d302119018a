import { useEffect, useRef, useState } from 'react';
import { useUploads, type InputProps } from '#web';
import { sendFile } from '../send/sendFile.ts';

export interface FieldKind {
  /** Several files in an order, or one. */
  readonly many: boolean;
  readonly pictures: boolean;
}

/** Files of a field with options that say no limit. */
const usualLimit = 20;

/** What a field holds, what is on its way into it, and what can be done with them. */
export function useFieldFiles({ many, ...props }: InputProps & FieldKind) {
  const { value, field, onChange } = props;
  const addresses = (many ? ((value ?? []) as readonly string[]) : [value as string | null]).filter(
    Boolean,
  ) as string[];
  const limit = many ? ((field.options['limit'] as number | undefined) ?? usualLimit) : 1;
  const previews = usePreviews();
  const [chosenNames] = useState(() => new Map<string, string>());
  const put = (next: readonly string[]): void => onChange?.(many ? next : (next[0] ?? null));
  const { sending, add, retry } = useUploads(sendFile, props, (address, file) => {
    previews.move(file, address);
    chosenNames.set(address, file.name);
    put(many ? [...addresses.filter((each) => each !== address), address] : [address]);
  });
  const room = many ? Math.max(0, limit - addresses.length - sending.length) : 1;
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);

  const send = (files: readonly File[]): void => {
    setLeftOut(files.slice(room).map(({ name }) => name));
    const taken = files.slice(0, room);
    // One takes the place of the other.
    if (!many && taken.length > 0) for (const each of sending) each.stop();
    for (const file of taken) previews.make(file);
    add(taken);
  };
  return {
    addresses,
    sending,
    /** How many more there is room for. */
    room,
    limit,
    /** Names of the files that were chosen last and that there was no room for. */
    leftOut,
    previewOf: previews.of,
    /** Of the files that were sent here, by their addresses. */
    chosenNames,
    send,
    retry,
    choose: (chosen: readonly string[]) =>
      put(many ? [...new Set([...addresses, ...chosen])].slice(0, limit) : chosen.slice(0, 1)),
    remove: (address: string) => put(addresses.filter((each) => each !== address)),
    move: (from: number, to: number) => {
      const next = [...addresses];
      next.splice(to, 0, ...next.splice(from, 1));
      put(next);
    },
  };
}

/** Pictures as they are in this browser, until the field is gone. */
function usePreviews() {
  const urls = useRef(new Map<File | string, string>());
  useEffect(() => {
    const made = urls.current;
    return () => {
      for (const url of new Set(made.values())) URL.revokeObjectURL(url);
      made.clear();
    };
  }, []);
  const make = (file: File): void => {
    if (file.type.startsWith('image/') && !urls.current.has(file)) urls.current.set(file, URL.createObjectURL(file));
  };
  const move = (file: File, address: string): void => {
    const url = urls.current.get(file);
    if (url) urls.current.set(address, url);
  };
  return { make, move, of: (key: File | string) => urls.current.get(key) };
}
