import { useTranslation } from 'react-i18next';
import { LevelSelect } from '#web';
import { loadBelow, useProjects } from './useProjects.ts';

/** Pixels (specification §9). In the header, tabs need the room. */
const [width, headerWidth] = [300, 180];

/** On what somebody works at the moment; nothing for who belongs to no project. */
export default function ProjectSwitch() {
  return <Switch width={width} />;
}
export const HeaderSwitch = () => <Switch width={headerWidth} />;

function Switch({ width }: { width: number }) {
  const { t } = useTranslation('project');
  const { hasAny, isFixed, path, round, choose } = useProjects();
  if (!hasAny) return null;
  return (
    <LevelSelect
      aria-label={t('choose')}
      placeholder={t('all')}
      className="project-switch"
      style={{ width, maxWidth: '100%' }}
      name={`project switch ${round}`}
      depth={2}
      disabled={isFixed}
      path={path}
      load={(above) => loadBelow(above, t('all'))}
      onPath={(chosen) => void choose(chosen)}
    />
  );
}
