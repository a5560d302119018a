import { Image } from 'antd';

/** Up to three small pictures, of which a click shows all. */
export function Pictures({ addresses }: { addresses: readonly string[] }) {
  return (
    <span className="cell-pictures" onDoubleClick={(event) => event.stopPropagation()}>
      <Image.PreviewGroup items={addresses.map((src) => ({ src }))}>
        {addresses.slice(0, 3).map((src) => (
          <Image
            key={src}
            src={src}
            width={36}
            height={36}
            alt={src.slice(src.lastIndexOf('/') + 1)}
            loading="lazy"
            referrerPolicy="no-referrer"
            preview={{ mask: false }}
            fallback={brokenPicture}
          />
        ))}
      </Image.PreviewGroup>
      {addresses.length > 3 && <span className="cell-more">+{addresses.length - 3}</span>}
    </span>
  );
}

const brokenPicture =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"%3E' +
  '%3Crect width="36" height="36" fill="%238883"/%3E%3Cpath d="M9 26l7-9 5 6 3-4 4 7z" fill="%238888"/%3E%3C/svg%3E';
