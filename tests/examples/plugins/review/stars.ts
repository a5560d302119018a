import { accept, fieldKind, operatorsFor, refuse, type FieldOptions } from '#resource';

declare module '#resource' {
  interface SummableKinds {
    stars: true;
  }
  interface InlineKinds {
    stars: true;
  }
}

/** `stars({ required: true })` in a table: what server and browser know of the kind. */
export const stars = fieldKind<number, FieldOptions<number>, 'stars'>({
  kind: 'stars',
  column: () => ({ type: 'integer' }),
  operators: operatorsFor.number,
  parse(input) {
    const stars = Number(input);
    return Number.isInteger(stars) && stars >= 1 && stars <= 5 ? accept(stars) : refuse('review:stars');
  },
  // What it is good for, beyond what every kind can do: see `FieldKind` for all of these.
  summable: true,
  inline: 'asked',
  text: (stars) => '★'.repeat(stars),
  // Tried by the tests that run over every table.
  samples: { accepted: [1, 5, '3'], refused: [0, 6, 2.5, 'many'] },
});
