interface Token {
  readonly is: 'number' | 'text' | 'word' | 'sign';
  readonly text: string;
}
const tokenPattern =
  /\s*(?:(\d{1,15}(?:\.\d{1,6})?)(?![\w.])|('(?:[^'\0]|'')*')|([A-Za-z_]\w*)|(<>|<=|>=|\|\||[-+*/=<>(),]))/y;

/** Walks over the tokens of an expression. */
export interface Reader {
  peek(): Token | undefined;
  next(): Token;
  /** Takes the next token when it is this sign or word (in any case). */
  takes(text: string): boolean;
  expects(text: string): void;
}

/** Cuts an expression into tokens; throws at what is none. */
export function readerOf(sql: string): Reader {
  const tokens = tokensOf(sql);
  let at = 0;
  const matches = (text: string): boolean => {
    const token = tokens[at];
    return token !== undefined && (token.is === 'sign' || token.is === 'word') && token.text.toUpperCase() === text;
  };
  const takes = (text: string): boolean => matches(text) && ++at > 0;
  return {
    takes,
    peek: () => tokens[at],
    next() {
      const token = tokens[at++];
      if (!token) throw new Error('It ends too early.');
      return token;
    },
    expects(text) {
      if (!takes(text))
        throw new Error(`"${text}" is missing${tokens[at] ? ` before "${tokens[at]!.text}"` : ' at the end'}.`);
    },
  };
}

function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  const text = sql.trimEnd();
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (!match) throw new Error(`"${text.slice(at).trim().slice(0, 20)}" cannot stand here.`);
    const [, number, string, word, sign] = match;
    tokens.push(
      number !== undefined
        ? { is: 'number', text: number }
        : string !== undefined
          ? { is: 'text', text: string }
          : word !== undefined
            ? { is: 'word', text: word }
            : { is: 'sign', text: sign! },
    );
  }
  return tokens;
}
