import { FileImageOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { shapeOf, thumbOf, type ThumbWidth } from './fileKinds.ts';
import { SuffixIcon } from './SuffixIcon.tsx';
import './view.css';

interface Props {
  readonly address: string;
  readonly width: ThumbWidth;
  readonly name: string;
  /** Media type, where it is known. */
  readonly type?: string | undefined;
  /** Shown instead of what the server has, such as the file that has just been chosen. */
  readonly preview?: string | undefined;
}

/** A picture made small, or the icon of a file that has none; what cannot be loaded has a picture of its own. */
export function Thumb({ address, width, name, type, preview }: Props) {
  const source = preview ?? thumbOf(address, width);
  const [broken, setBroken] = useState<string>();
  if (shapeOf(address, type) !== 'picture') return <SuffixIcon address={address} />;
  if (broken === source)
    return (
      <span className="upload-broken" role="img" aria-label={name} title={name}>
        <FileImageOutlined aria-hidden />
      </span>
    );
  return (
    <img
      className="upload-thumb"
      src={source}
      alt={name}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(source)}
    />
  );
}
