import { accept, field, fieldKind, operatorsFor, refuse, type FieldOptions, type Only } from '#resource';

/** What server and language know of the kind: its column, its filters, what is a value of it. */
export const starsKind = fieldKind<number>({
  kind: 'stars',
  column: () => ({ type: 'integer' }),
  operators: operatorsFor.number,
  parse(input) {
    const stars = Number(input);
    return Number.isInteger(stars) && stars >= 1 && stars <= 5 ? accept(stars) : refuse('review:stars');
  },
  // Tried by the tests that run over every table.
  samples: { accepted: [1, 5, '3'], refused: [0, 6, 2.5, 'many'] },
});

/** `stars({ required: true })` in a table. */
export const stars = <const O extends FieldOptions<number>>(
  options: Only<O, FieldOptions<number>> = {} as Only<O, FieldOptions<number>>,
) => field<number, O, 'stars'>(starsKind, options);
