import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldManifest, Manifest } from '#resource';
import { useRequest } from '../http/useRequest.ts';
import { manifestOf, viaIn } from './relatedManifest.ts';

/** Relations that a path may follow, as the server has it. */
const mostSteps = 6;
/** Relations that are followed for who looks for a field by its name. */
const stepsAhead = 2;
/** Between the names of a path on screens. */
const arrow = ' › ';

/** A field of the choice: own ones, and those of related tables below the fields that lead there. */
export interface FieldNode {
  readonly path: string;
  readonly label: string;
  /** Nothing can be filtered by it itself. */
  readonly isClosed: boolean;
  /** Whether it leads to another table. */
  readonly leads: boolean;
  /** Undefined until that table's manifest is here. */
  readonly children?: readonly FieldNode[] | undefined;
}

export interface FilterFields {
  readonly nodes: readonly FieldNode[];
  /**
   * The field that a path names, called by the whole path; null when there is none for this caller, undefined until that
   * is known.
   */
  fieldAt(path: string): FieldManifest | null | undefined;
  /** Fetches the manifest of the table that the path of a field leads to. */
  follow(path: string): Promise<void>;
  /** The next fields to follow, so that somebody who looks for a field by its name finds those of related tables too. */
  readonly ahead: readonly string[];
}

/**
 * All fields that filters of this list may name, as far as the caller may read: what lies beyond relations is fetched
 * when it is asked for.
 */
export function useFilterFields(manifest: Manifest, paths: readonly string[]): FilterFields {
  const { i18n } = useTranslation();
  const request = useRequest();
  const client = useQueryClient();
  const [followed, setFollowed] = useState<readonly string[]>([]);
  const optionsOf = (api: string) => manifestOf(request, api, i18n.language);
  const known = (api: string): Manifest | undefined => client.getQueryData(optionsOf(api).queryKey);
  const isMissing = (api: string): boolean => client.getQueryState(optionsOf(api).queryKey)?.status === 'error';
  const relations = new Set([...followed, ...paths.flatMap(relationsOn)]);
  const needed = [...relations].flatMap((path) => walk(manifest, path.split('.'), known).apis);
  // What comes draws the panel anew.
  useQueries({ queries: [...new Set(needed)].map(optionsOf) });
  const nodes = nodesOf(manifest, '', (api, path) => (relations.has(path) ? known(api) : undefined));
  return {
    nodes,
    ahead: aheadOf(nodes),
    fieldAt(path) {
      // What the list itself has of related tables may be offered to who cannot follow the path to it.
      const own = Object.hasOwn(manifest.fields, path) ? filterable(manifest.fields[path]!) : null;
      const names = path.split('.');
      const name = names.pop()!;
      const { reached, labels, apis, isDone } = walk(manifest, names, known);
      if (!isDone)
        return apis.length > 0 && !isMissing(apis.at(-1)!) && !known(apis.at(-1)!) ? (own ?? undefined) : own;
      const field = Object.hasOwn(reached.fields, name) ? reached.fields[name]! : undefined;
      return field ? filterable({ ...field, name: path, label: [...labels, field.label].join(arrow) }) : own;
    },
    async follow(path) {
      const names = path.split('.');
      const { reached } = walk(manifest, names.slice(0, -1), known);
      const relation = reached.fields[names.at(-1)!]?.relation;
      if (!relation?.follow) return;
      setFollowed((before) => [...before, relationPath(path, relation.follow!)]);
      await client.query({ ...optionsOf(relation.api), staleTime: 'static' }).catch(() => {});
    },
  };
}

/** Fields that lead to tables which nobody has looked at yet, the nearest first. */
function aheadOf(nodes: readonly FieldNode[], steps = stepsAhead): string[] {
  if (steps === 0) return [];
  return [
    ...nodes.filter(({ leads, children }) => leads && !children).map(({ path }) => path),
    ...nodes.flatMap(({ children = [] }) => aheadOf(children, steps - 1)),
  ];
}

const filterable = (field: FieldManifest): FieldManifest | null => (field.operators.length > 0 ? field : null);

/** The path that a field leads: `street.area_id` to `street.area`. */
const relationPath = (path: string, follow: string): string => [...path.split('.').slice(0, -1), follow].join('.');

/** `a.b.c` to `a` and `a.b`. */
const relationsOn = (path: string): string[] => {
  const names = path.split('.').slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join('.'));
};

/** Follows relations as far as their manifests are known. */
function walk(start: Manifest, names: readonly string[], known: (api: string) => Manifest | undefined) {
  let reached = start;
  const labels: string[] = [];
  const apis: string[] = [];
  for (const name of names) {
    const via = viaIn(reached, name);
    if (!via) return { reached, labels, apis, isDone: false };
    labels.push(via.label);
    apis.push(via.relation!.api);
    const next = known(via.relation!.api);
    if (!next) return { reached, labels, apis, isDone: false };
    reached = next;
  }
  return { reached, labels, apis, isDone: true };
}

function nodesOf(
  manifest: Manifest,
  before: string,
  known: (api: string, path: string) => Manifest | undefined,
  steps = 0,
): FieldNode[] {
  return Object.values(manifest.fields).flatMap((field) => {
    const { name, label, relation, operators } = field;
    const follow = steps < mostSteps ? relation?.follow : undefined;
    // Columns of related tables stand below the field that leads there, where it can be followed.
    if (name.includes('.') && (before !== '' || viaIn(manifest, name.split('.')[0]!))) return [];
    if (operators.length === 0 && !follow) return [];
    const next = follow === undefined ? undefined : known(relation!.api, before + follow);
    return {
      path: before + name,
      label,
      isClosed: operators.length === 0,
      leads: follow !== undefined,
      children: next && nodesOf(next, `${before}${follow!}.`, known, steps + 1),
    };
  });
}
