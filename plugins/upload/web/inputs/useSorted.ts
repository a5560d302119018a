import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useTranslation } from 'react-i18next';

/** What an item that can be dragged puts on itself, and on its handle. */
export function useSorted(id: string) {
  const { t } = useTranslation('upload');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: t('input.sortable') },
  });
  return {
    place: {
      ref: setNodeRef,
      style: { transform: CSS.Translate.toString(transform), transition },
      className: isDragging ? 'is-dragged' : '',
    },
    handle: { ...attributes, ...listeners, ref: setActivatorNodeRef },
  };
}
