import {
  secondsAt,
  textOf,
  wallClockAt,
  type Caller,
  type DashboardCard,
  type FieldMap,
  type Label,
  type Language,
  type Model,
  type MoneyOptions,
  type Where,
} from '#resource';
import type { MenuEntry, PluginCard, PluginHost } from '#plugin';
import type { Failure } from '../fence/failures.ts';
import type { Route } from '../http/route.ts';
import { adminSignIn, adminSignOut } from '../access/adminRealm.ts';
import type { Gate } from '../table/gate.ts';
import type { Messages } from '../shared/messages.ts';
import type { FirstStep } from './firstSteps.ts';
import { recentActivity } from './recentActivity.ts';
import { isAllowed } from '../table/read.ts';
import { dashboardOf, savePreference } from '../table/saved/preferences.ts';

export interface DashboardParts {
  readonly gate: Gate;
  readonly cards: readonly PluginCard[];
  readonly host: PluginHost;
  readonly messages: Messages;
  /** What the log of administrators calls arranging it. */
  readonly prefer: Label;
  log(message: string, error: unknown): void;
  /** Unix seconds. */
  now(): number;
  /** What plugins and files could not do: for super administrators. */
  failures(language: Language): readonly (Partial<Failure> & Pick<Failure, 'text'>)[];
  /** What the installation needs first: for super administrators. */
  firstSteps(language: Language): Promise<readonly FirstStep[]>;
  /** Undefined for an error of one table's file, so that the other tables are shown; throws any other. */
  contain(error: unknown): undefined;
}
interface Card {
  readonly label: string;
  readonly icon: string;
  /** A number, or decimal text. */
  readonly value: number | string;
  /** The currency that is added up. */
  readonly prefix?: MoneyOptions['currency'];
  /** The page that lists what is counted. */
  readonly path?: string;
}
interface Day {
  /** Of the site's calendar: `2026-11-21`. */
  readonly day: string;
  readonly value: number;
}

const path = 'dashboard';
/** Days that the courses show, today included. */
const days = 30;
/** Tables whose rows are shown, the largest. */
const mostTables = 8;

/** The first page of the back office; its title stands in `dashboard.json` of each language. */
export const dashboardMenu = (label: (key: string) => Label | undefined): MenuEntry => ({
  path,
  label: label('dashboard:title') ?? path,
  icon: 'fa fa-dashboard',
  weigh: 999,
  buttons: { index: label('rule:index') ?? 'index' },
});

/** Figures of what the caller may see, and of nothing else (protocol §2.9); and how each of them has arranged its parts. */
export function dashboardRoutes(parts: DashboardParts): Route[] {
  return [
    {
      method: 'GET',
      url: '/admin/Dashboard/index',
      node: `${path}/index`,
      handler: ({ caller }) => answer(parts, caller),
    },
    ...(parts.gate.models.has('preference')
      ? [
          {
            method: 'POST',
            url: '/admin/ajax/saveDashboard',
            node: 'signed-in',
            title: parts.prefer,
            async handler({ caller, body }) {
              await savePreference(parts.gate, caller, { name: 'dashboard', path, view_id: null }, body['arrangement']);
              return {};
            },
          } satisfies Route,
        ]
      : []),
  ];
}

async function answer(parts: DashboardParts, caller: Caller): Promise<unknown> {
  const listed = [...parts.gate.models.values()].filter((model) => !model.source && isAllowed(caller, model, 'index'));
  const log = listed.find(({ name }) => name === 'admin_log');
  const [own, added, tables, changes, signIns, activity, steps, arrangement] = await Promise.all([
    Promise.all(listed.flatMap((model) => cardsOf(parts, caller, model))),
    Promise.all(parts.cards.map((card) => pluginCard(parts, caller, card))),
    largest(
      parts,
      caller,
      listed.filter(({ definition }) => definition.dashboard !== false),
    ),
    log && course(parts, caller, log, { url: { notIn: [adminSignIn, adminSignOut] } }),
    log && course(parts, caller, log, { url: adminSignIn }),
    log && recentActivity(parts, caller),
    caller.super ? parts.firstSteps(caller.language) : [],
    dashboardOf(parts.gate, caller),
  ]);
  return {
    remark: parts.messages.translate(caller.language, 'dashboard:remark'),
    cards: [...own, ...added].filter((card) => card !== undefined),
    tables,
    ...(log ? { changes, signIns, activity } : {}),
    ...(caller.super ? { failures: parts.failures(caller.language) } : {}),
    ...(steps.length > 0 ? { steps } : {}),
    ...(arrangement === undefined ? {} : { arrangement }),
  };
}

function cardsOf({ gate, contain }: DashboardParts, caller: Caller, model: Model): Promise<Card | undefined>[] {
  const { dashboard, icon = '' } = model.definition;
  return ([dashboard || []].flat() as DashboardCard<FieldMap>[]).map(async (card) => {
    const value = await gate.figure(caller, model, card).catch(contain);
    return value === undefined
      ? undefined
      : {
          label: textOf(card.label, caller.language),
          icon: card.icon ?? icon,
          value,
          ...prefixOf(model, card),
          ...(caller.may(model.path) ? { path: model.path } : {}),
        };
  });
}

function prefixOf(model: Model, { sum }: DashboardCard<FieldMap>): Pick<Card, 'prefix'> {
  const { currency } = (model.fields.get(sum ?? '')?.options ?? {}) as MoneyOptions;
  return currency === undefined ? {} : { prefix: currency };
}

/** A card that fails is missing; the others are shown. */
async function pluginCard(
  { host, log }: DashboardParts,
  caller: Caller,
  { label, icon = '', node, value }: PluginCard,
): Promise<Card | undefined> {
  if (node !== undefined && !caller.may(node)) return undefined;
  try {
    const found = await value(caller, host);
    return found === undefined ? undefined : { label: textOf(label, caller.language), icon, value: found };
  } catch (error) {
    log(`the dashboard card "${textOf(label, 'en')}" could not be made`, error);
    return undefined;
  }
}

async function largest(
  { gate, contain }: DashboardParts,
  caller: Caller,
  listed: readonly Model[],
): Promise<{ label: string; path: string; rows: number }[]> {
  const counted = await Promise.all(
    listed.map(async (model) => ({
      label: textOf(model.label, caller.language),
      path: model.path,
      rows: await gate.total(caller, model).catch(contain),
    })),
  );
  return counted
    .flatMap(({ rows, ...table }) => (rows === undefined ? [] : [{ ...table, rows }]))
    .toSorted((one, other) => other.rows - one.rows || (one.path < other.path ? -1 : 1))
    .slice(0, mostTables);
}

async function course(
  { gate, now }: DashboardParts,
  caller: Caller,
  model: Model,
  where: Where<FieldMap>,
): Promise<Day[]> {
  const starts = midnights(now());
  const counts = await gate.perDay(caller, model, starts, where);
  return counts.map((value, at) => ({ day: dayText(starts[at]!), value }));
}

/** When each of the last days began by the site's clock, and when tomorrow will. */
function midnights(now: number): number[] {
  const today = wallClockAt(now);
  return Array.from({ length: days + 1 }, (_, at) =>
    secondsAt({ ...today, day: today.day - days + 1 + at, hour: 0, minute: 0, second: 0 }),
  );
}

function dayText(start: number): string {
  const { year, month, day } = wallClockAt(start);
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
}
