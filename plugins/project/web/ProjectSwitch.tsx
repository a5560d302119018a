import { useTranslation } from 'react-i18next';
import { LevelSelect } from '#web';
import { loadBelow, useProjects } from './useProjects.ts';

/** Pixels (specification §9). */
const width = 300;

/** On what somebody works at the moment; nothing for who belongs to no project. */
export default function ProjectSwitch() {
  const { t } = useTranslation('project');
  const { hasAny, path, choose } = useProjects();
  if (!hasAny) return null;
  return (
    <LevelSelect
      aria-label={t('choose')}
      placeholder={t('all')}
      className="project-switch"
      style={{ width, maxWidth: '100%' }}
      name="project switch"
      depth={2}
      path={path}
      load={loadBelow}
      onPath={(chosen) => void choose(chosen)}
    />
  );
}
