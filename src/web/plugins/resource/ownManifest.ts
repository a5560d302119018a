import { useGetIdentity } from '@refinedev/core';
import { useEffect, useMemo } from 'react';
import { suggestion, type Json, type Manifest } from '#resource';
import { reportFault } from '../faults.ts';
import { usePluginName } from '../pluginName.ts';

/** What a page of a plugin wants of a table in its own way. */
export interface Wishes {
  /** Names of the columns, in this order; those of the table's own list unless said otherwise. */
  readonly columns?: readonly string[] | undefined;
  /** Names of the fields of the form, one below the other; the table's own form unless said otherwise. */
  readonly fields?: readonly string[] | undefined;
  /**
   * Which of the table's actions are offered, such as `['add', 'edit']`; all that one may do, the trash and other
   * views too, unless said otherwise.
   */
  readonly actions?: readonly string[] | undefined;
  /** What new rows begin with. */
  readonly initialValues?: Readonly<Record<string, Json>> | undefined;
}

/** The manifest as the page wants it. Names that are not in it are left out, and reported as the plugin's fault. */
export function useOwnManifest(manifest: Manifest, { columns, fields, actions, initialValues }: Wishes): Manifest {
  const wanted = JSON.stringify({ columns, fields, actions, initialValues });
  const plugin = usePluginName();
  const isSuper = useGetIdentity<{ super?: boolean }>().data?.super === true;
  useEffect(() => {
    // Whoever has fewer rights has fewer fields.
    if (!isSuper) return;
    const known = Object.keys(manifest.fields);
    for (const name of namesIn(JSON.parse(wanted) as Wishes).filter((each) => !known.includes(each)))
      reportFault(plugin, 'missing', `${manifest.name}.${name}`, new Error(suggestion(name, known)));
  }, [manifest, plugin, wanted, isSuper]);
  return useMemo(() => ownManifest(manifest, JSON.parse(wanted) as Wishes), [manifest, wanted]);
}

function ownManifest(manifest: Manifest, { columns, fields, actions, initialValues = {} }: Wishes): Manifest {
  const known = (names: readonly string[]): string[] => names.filter((name) => Object.hasOwn(manifest.fields, name));
  const isOffered = (name: string): boolean => actions === undefined || actions.includes(name);
  const begins = Object.entries(initialValues).filter(([name]) => Object.hasOwn(manifest.fields, name));
  return {
    ...manifest,
    actions: manifest.actions.filter(isOffered),
    buttons: manifest.buttons.filter(({ name }) => isOffered(name)),
    views: actions ? [] : manifest.views,
    fields: {
      ...manifest.fields,
      ...Object.fromEntries(begins.map(([name, value]) => [name, { ...manifest.fields[name]!, default: value }])),
    },
    list: columns ? { ...manifest.list, columns: known(columns) } : manifest.list,
    form: fields
      ? { ...manifest.form, sections: [{ label: null, lines: known(fields).map((name) => [name]) }] }
      : manifest.form,
  };
}

const namesIn = ({ columns = [], fields = [], initialValues = {} }: Wishes): string[] => [
  ...new Set([...columns, ...fields, ...Object.keys(initialValues)]),
];
