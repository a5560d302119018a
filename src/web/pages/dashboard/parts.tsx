import type { ReactNode } from 'react';
import type { Widget } from '../../plugins/widgets.ts';
import { Course, Figures } from './Figures.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import type { Overview } from './overview.ts';
import { TableSizes } from './TableSizes.tsx';
import { WidgetBox } from './WidgetBox.tsx';

/** A part of the dashboard, which everybody puts where they want it. */
export interface DashboardPart {
  readonly name: string;
  readonly title: string;
  /** Of the width that there is. */
  readonly size: 'third' | 'half' | 'whole';
  readonly content: ReactNode;
}

type Translate = (key: string) => string;

/** What the product counts, as far as the caller may see any of it. */
export function overviewParts(overview: Overview, t: Translate): readonly DashboardPart[] {
  const { cards, tables, changes, signIns, activity } = overview;
  const parts: (DashboardPart | false | undefined)[] = [
    (cards.length > 0 || changes !== undefined || signIns !== undefined) && {
      name: 'figures',
      title: t('figures'),
      size: 'whole',
      content: <Figures overview={overview} />,
    },
    changes && {
      name: 'changes',
      title: t('changes'),
      size: 'third',
      content: <Course title={t('changes')} course={changes} empty={t('noChanges')} />,
    },
    signIns && {
      name: 'signIns',
      title: t('signIns'),
      size: 'third',
      content: <Course title={t('signIns')} course={signIns} empty={t('noSignIns')} />,
    },
    activity && {
      name: 'activity',
      title: t('activity'),
      size: 'third',
      content: <RecentActivity activity={activity} />,
    },
    tables.length > 0 && { name: 'tables', title: t('tables'), size: 'third', content: <TableSizes tables={tables} /> },
  ];
  return parts.filter((part) => part !== undefined && part !== false);
}

export const widgetParts = (shown: readonly Widget[], t: Translate): readonly DashboardPart[] =>
  shown.map((widget) => ({
    name: `widget/${widget.name}`,
    title: t(widget.title),
    size: widget.size ?? 'third',
    content: <WidgetBox widget={widget} />,
  }));
