import { Link } from 'react-router';
import { useRealm } from '../../realms/RealmContext.ts';

/** A piece of a sentence; one with a path is a record. */
export interface SentencePart {
  readonly text: string;
  readonly path?: string;
}

/** A sentence whose record leads to its page. */
export function Sentence({ parts }: { parts: readonly SentencePart[] }) {
  const { base } = useRealm();
  return (
    <span className="cell-whole">
      {parts.map(({ text, path }, at) =>
        path === undefined ? (
          text
        ) : (
          <Link key={at} to={`${base}/${path}`}>
            {text}
          </Link>
        ),
      )}
    </span>
  );
}
