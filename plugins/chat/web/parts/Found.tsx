/** A text in which the first place is marked that has the word. */
export function Found({ text, word }: { readonly text: string; readonly word: string }) {
  const [begin, length] = [text.toLowerCase().indexOf(word.trim().toLowerCase()), word.trim().length];
  if (length === 0 || begin < 0) return text;
  return (
    <>
      {text.slice(0, begin)}
      <mark>{text.slice(begin, begin + length)}</mark>
      {text.slice(begin + length)}
    </>
  );
}
