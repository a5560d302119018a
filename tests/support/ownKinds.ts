import {
  accept,
  declaring,
  f,
  field,
  fieldKind,
  operatorsFor,
  refuse,
  table,
  type AnyKind,
  type FieldKind,
  type FieldOptions,
  type Resource,
} from '#resource';

declare module '#resource' {
  interface SummableKinds {
    rating: true;
  }
  interface InlineKinds {
    rating: true;
  }
  interface ToOneKinds {
    tutor: true;
  }
  interface Tables {
    pupil: typeof pupil;
  }
}

/** Tenths of a point, from 0.5 to 5: as a plugin would bring it. */
export const rating = fieldKind<number, FieldOptions<number>, 'rating'>({
  kind: 'rating',
  column: () => ({ type: 'integer' }),
  operators: operatorsFor.number,
  parse(input) {
    const points = Number(input);
    return points >= 0.5 && points <= 5 && Number.isInteger(points * 10) ? accept(points) : refuse('validate:integer');
  },
  scale: () => 1,
  store: (points) => Math.round(points * 10),
  load: (tenths) => Number(tenths) / 10,
  summable: true,
  inline: 'asked',
  text: (points) => `${points} / 5`,
});

type Related = FieldOptions & { to: string };
/** One of our kinds under another name, so that nothing but its properties can tell what it is. */
const renamed = <T>(kind: AnyKind, name: string): AnyKind =>
  fieldKind<T, Related>({ ...(kind as FieldKind<T, Related>), kind: name }).kind;
const tutorKind = renamed<number>(f.belongsTo.kind, 'tutor');
const friendsKind = renamed<number[]>(f.belongsToMany.kind, 'friends');
const aboveKind = renamed<number>(f.parent.kind, 'above');
const doubledKind = renamed<number>(f.computed.kind, 'doubled');
const placeKind = renamed<number>(f.weigh.kind, 'place');
const titleKind = renamed<string>(f.text.kind, 'called');

export const tutor = declaring(tutorKind, <const R extends string>(to: R) =>
  field<number, { to: R }, 'tutor'>(tutorKind, { to }),
);

const pupil = table('pupil', {
  remark: f.textarea(),
  called: field<string, { required: true }, 'called'>(titleKind, { required: true }),
  rating: rating({ label: { 'zh-cn': '评分', en: 'Rating' }, default: 0.5 }),
  strict: rating({ label: { 'zh-cn': '严格', en: 'Strict' } }),
  tutor_id: tutor('pupil'),
  friend_ids: field<number[], { to: 'pupil' }, 'friends', 'virtual'>(friendsKind, { to: 'pupil' }, 'virtual'),
  seen_ids: field<number[], { to: 'pupil'; readonly: true }, 'friends', 'virtual'>(
    friendsKind,
    { to: 'pupil', readonly: true },
    'virtual',
  ),
  above_id: field<number, {}, 'above'>(aboveKind, {}),
  doubled: field<number, { readonly: true }, 'doubled', 'virtual'>(
    doubledKind,
    { sql: 'rating * 2', scale: 1 } as unknown as { readonly: true },
    'virtual',
  ),
  place: field<number, { readonly: true }, 'place'>(placeKind, {} as { readonly: true }),
});

/** A table of kinds that are none of ours, each with a property of ours. */
export const pupils: readonly Resource[] = [
  pupil.resource({
    path: 'school/pupil',
    label: { 'zh-cn': '学生', en: 'Pupils' },
    traits: { history: true },
    list: { columns: ['called', 'rating', 'strict', 'tutor.called', 'doubled'], inline: ['rating'], sort: 'id' },
    dashboard: { label: 'Points', sum: 'rating' },
    hooks: {
      beforeSave({ next }) {
        if (![next.friend_ids, next.seen_ids].every(Array.isArray))
          throw new Error('A kind of several rows begins as an empty list.');
      },
    },
  }),
];
