import './view.css';

/** Letters at the end that stay in sight: photos of a camera and papers of one kind differ there, and it says the type. */
const end = 9;
const segmenter = new Intl.Segmenter();

/** The name of a file on one line: where there is no room for all of it, its middle is left out. */
export function FileName({ name }: { readonly name: string }) {
  const letters = Array.from(segmenter.segment(name), ({ segment }) => segment);
  const parts = letters.length < 3 * end ? [name] : [letters.slice(0, -end).join(''), letters.slice(-end).join('')];
  return (
    <bdi className="upload-name-parts">
      {parts.map((part, at) => (
        <span key={at}>{part}</span>
      ))}
    </bdi>
  );
}
