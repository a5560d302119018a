import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useProjects } from './useProjects.ts';

/** In the empty list of a table that belongs to projects: that one is chosen, and the way to the rows of all. */
export default function NarrowedNote() {
  const { t } = useTranslation('project');
  const { path, isFixed, choose } = useProjects();
  if (path.length === 0) return null;
  return (
    <p>
      {t('narrowed')}
      {!isFixed && (
        <Button type="link" onClick={() => void choose([])}>
          {t('showAll')}
        </Button>
      )}
    </p>
  );
}
