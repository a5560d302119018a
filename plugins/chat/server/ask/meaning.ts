import { builtInKinds, type FieldManifest } from '#resource';

/** What the values of a field are, such as `moment`; undefined for kinds of plugins. */
export const meaningOf = ({ kind, options }: Pick<FieldManifest, 'kind' | 'options'>) =>
  builtInKinds.get(kind)?.encoding?.(options).as;
