import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ColumnChoice, type FieldManifest, type Manifest, type SavedView } from '#resource';
import { kindNamed } from '../fields/kinds.ts';
import { useRequest } from '../http/useRequest.ts';
import { askedColumns, isChosen, offeredColumns, shownColumns } from './columnChoice.ts';
import { manifestOf, viaIn } from './relatedManifest.ts';
import { ownColumns, useOwnColumns } from './useOwnColumns.ts';

/** The columns of a list as somebody wants them, and how to change that. */
export interface ListColumns {
  readonly choice: ColumnChoice;
  readonly change: (next: ColumnChoice) => void;
  /** Forgets what has been changed of a saved view here: it is as the server has it. */
  readonly forget: (view: SavedView | undefined) => void;
  /** Names in order. */
  readonly shown: readonly string[];
  /** The manifest with the fields of related tables that are shown. */
  readonly manifest: Manifest;
  /** Fields that the list is asked for besides its own. */
  readonly asked: readonly string[];
  /** Not until it is known whether all of them may be read. */
  readonly isKnown: boolean;
}

/** Which columns a list shows, remembered for each table, saved view and person. */
export function useColumnChoice(own: Manifest, view?: SavedView): ListColumns {
  const { i18n } = useTranslation();
  const request = useRequest();
  const [choices, save] = useOwnColumns(own);
  const choice = useMemo(() => ownColumns(choices, view), [choices, view]);
  const change = (next: ColumnChoice): void => save(view, view || isChosen(next) ? next : null);
  const forget = (gone: SavedView | undefined): void => {
    if (gone && choices?.[gone.id]) save(gone, null);
  };
  const far = choice.more.filter((name) => !Object.hasOwn(own.fields, name)).flatMap((name) => stepOf(own, name) ?? []);
  const apis = [...new Set(far.map(({ api }) => api))];
  const found = useQueries({ queries: apis.map((api) => manifestOf(request, api, i18n.language)) });
  const isKnown = !found.some(({ isPending }) => isPending);
  const related = far.flatMap(({ name, api }) => {
    const other = found[apis.indexOf(api)]?.data;
    return (other && relatedFields(own, other, api).find((field) => field.name === name)) ?? [];
  });
  const said = JSON.stringify(related);
  const manifest = useMemo<Manifest>(
    () =>
      related.length === 0
        ? own
        : { ...own, fields: { ...own.fields, ...Object.fromEntries(related.map((field) => [field.name, field])) } },
    // oxlint-disable-next-line react/exhaustive-deps -- `related` is made anew with each drawing
    [own, said],
  );
  const shown = useMemo(() => shownColumns(manifest, choice), [manifest, choice]);
  const asked = useMemo(() => askedColumns(manifest, shown), [manifest, shown]);
  return { choice, change, forget, shown, manifest, asked, isKnown };
}

/** What the list of this manifest is asked for besides its own, as far as that is known before other manifests are here. */
export function askedAtOnce(manifest: Manifest, view?: SavedView): readonly string[] {
  const choice = ownColumns(manifest.columns, view);
  const unknown = choice.more.filter((name) => !Object.hasOwn(manifest.fields, name) && stepOf(manifest, name));
  return [...askedColumns(manifest, shownColumns(manifest, choice)), ...unknown].toSorted();
}

function stepOf(manifest: Manifest, name: string): { name: string; api: string } | undefined {
  const [step = '', column, ...further] = name.split('.');
  const via = column === undefined || further.length > 0 ? undefined : viaIn(manifest, step);
  const api = via && leadsToOne(via) ? via.relation!.api : undefined;
  return api === undefined ? undefined : { name, api };
}

/** Whether rows have one row there, whose fields may be shown beside theirs. */
export const leadsToOne = ({ kind, name, relation }: FieldManifest): boolean =>
  relation?.follow !== undefined && kindNamed(kind)?.relation === 'one' && !name.includes('.');

/** Fields of the table with this API that lists of the manifest can show of the rows which theirs refer to. */
export function relatedFields(manifest: Manifest, other: Manifest, api: string): FieldManifest[] {
  const ways = Object.values(manifest.fields).filter((field) => leadsToOne(field) && field.relation!.api === api);
  const offered = offeredColumns(other);
  return ways.flatMap((via) =>
    Object.values(other.fields)
      .filter(
        ({ name, readable, relation }) =>
          readable && !relation && offered.has(name) && !name.includes('.') && name !== other.title,
      )
      .map((field) => ({
        ...field,
        name: `${via.relation!.follow!}.${field.name}`,
        label: `${via.label} · ${field.label}`,
        writable: false,
      })),
  );
}
