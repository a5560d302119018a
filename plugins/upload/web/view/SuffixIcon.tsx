import { FileOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { exchange } from '#web';
import { suffixOf } from '../../shared/checks.ts';

const icons = new Map<string, Promise<string>>();

/** The icon that the server draws for a suffix. Asked with the token in a header, which addresses of pictures never carry. */
function iconOf(suffix: string): Promise<string> {
  let icon = icons.get(suffix);
  if (!icon) {
    icon = read(suffix);
    icons.set(suffix, icon);
    icon.catch(() => icons.delete(suffix));
  }
  return icon;
}

async function read(suffix: string): Promise<string> {
  const base = location.pathname.startsWith('/admin') ? '/api/admin' : '/api';
  const url = `${base}/ajax/buildSuffixSvg?suffix=${encodeURIComponent(suffix)}`;
  const { status, headers, text } = await exchange({ method: 'GET', url });
  if (status !== 200 || !headers['content-type']?.startsWith('image/svg')) throw new Error(`No icon: ${status}`);
  return URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
}

/** Stands for a file that is no picture. */
export function SuffixIcon({ name }: { readonly name: string }) {
  const suffix = suffixOf(name);
  const [icon, setIcon] = useState<string>();
  useEffect(() => {
    let isGone = false;
    if (suffix)
      iconOf(suffix).then(
        (found) => isGone || setIcon(found),
        () => {},
      );
    return () => void (isGone = true);
  }, [suffix]);
  return icon ? (
    <img className="upload-icon" src={icon} alt="" />
  ) : (
    <FileOutlined className="upload-icon" aria-hidden />
  );
}
