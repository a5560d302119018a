import { encryptedKind, type FieldSealer, type Model, type ModelField } from '#resource';
import type { Loaded } from './loadResources.ts';

/** The tables with the key by which their encrypted fields are written and read. */
export function withEncryption(loaded: Loaded, sealer: FieldSealer): Loaded {
  const { models, modelsWithout } = loaded;
  const sealed = (all: readonly Model[]): Model[] => all.map((model) => withKey(model, sealer));
  return {
    ...loaded,
    models: sealed(models),
    open: (text, about) => sealer.open(text, about),
    ...(modelsWithout && { modelsWithout: (plugins) => sealed(modelsWithout(plugins)) }),
  };
}

function withKey(model: Model, sealer: FieldSealer): Model {
  const keyed = (field: ModelField): ModelField => {
    const { encrypted } = field.kind;
    return encrypted ? { ...field, kind: encryptedKind(encrypted.plain, encrypted.about, sealer) } : field;
  };
  const isPlain = ![...model.fields.values()].some(({ kind }) => kind.encrypted);
  return isPlain
    ? model
    : { ...model, fields: new Map([...model.fields].map(([name, field]) => [name, keyed(field)])) };
}
