import {
  behind,
  checkRelations,
  extended,
  suggestion,
  type Model,
  type OwnedExtension,
  type Resource,
} from '#resource';
import type { AskedTraits } from './askedTraits.ts';

/** A table as a file declares it. */
export interface Declared {
  readonly file: string;
  readonly resource: Resource;
  readonly model: Model;
  /** The traits that it asks for by name, which it has. */
  readonly asks: AskedTraits;
  /** The table before the last extension, and the file of that. */
  readonly extended?: { readonly without: Declared; readonly file: string };
}
interface FiledExtension extends OwnedExtension {
  readonly file: string;
}

/** The tables with what plugins add to them, one after the other; one that contradicts what is there is left out and reported. */
export function extendTables(
  declared: readonly Declared[],
  extensions: readonly FiledExtension[],
  modelOf: (resource: Resource) => Model,
  report: (file: string, error: unknown) => void,
): Declared[] {
  const all = [...declared];
  for (const { file, ...extension } of extensions) {
    try {
      const at = all.findIndex(({ model }) => model.name === extension.table);
      const without = all[at];
      if (!without)
        throw new Error(
          `there is no table "${extension.table}". ${suggestion(
            extension.table,
            all.map(({ model }) => model.name),
          )}`,
        );
      const resource = extended(without.resource, extension);
      const model = modelOf(resource);
      checkRelations(
        model,
        all.map((each, place) => (place === at ? model : each.model)),
      );
      all[at] = { ...without, resource, model, extended: { without, file } };
    } catch (error) {
      report(file, behind(`extend('${extension.table}')`, error));
    }
  }
  return all;
}
