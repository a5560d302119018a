type Typist = (text: string) => void;

/** Whoever keeps what is typed at the moment. */
let typist: Typist | undefined;
export function takeTyping(given: Typist): () => void {
  typist = given;
  return () => {
    if (typist === given) typist = undefined;
  };
}

/** Puts a text where messages are typed, to be changed and sent. */
export const typeText = (text: string): void => typist?.(text);
