import { FileImageOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { shapeOf } from './fileKinds.ts';
import { SuffixIcon } from './SuffixIcon.tsx';
import type { ShownFile } from './useShownFiles.ts';
import './view.css';

interface Props {
  readonly file: Pick<ShownFile, 'address' | 'name' | 'type' | 'thumb'>;
  /** What it is called where nothing beside it says so. */
  readonly alt: string;
  /** Shown instead of what the server has, such as the file that has just been chosen. */
  readonly preview?: string | undefined;
}

/** A picture made small, or the icon of a file that has none; what cannot be loaded has a picture of its own. */
export function Thumb({ file: { address, name, type, thumb }, alt, preview }: Props) {
  const source = preview ?? thumb;
  const [broken, setBroken] = useState<string>();
  if (shapeOf(address, type) !== 'picture') return <SuffixIcon name={name} />;
  // A link that is still asked for is like none.
  if (source === undefined || broken === source)
    return (
      <span className="upload-broken" role="img" aria-label={alt} title={alt}>
        <FileImageOutlined aria-hidden />
      </span>
    );
  return (
    <img
      className="upload-thumb"
      src={source}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(source)}
    />
  );
}
