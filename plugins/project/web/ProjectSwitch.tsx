import { useTranslation } from 'react-i18next';
import { LevelSelect } from '#web';
import { findAbove, loadBelow, useProjects } from './useProjects.ts';

/** 300 pixels (specification §9); in the header less where the tabs beside it need the room. */
const [width, headerWidth] = [300, 'clamp(180px, calc(100vw - 1140px), 300px)'];

/** On what somebody works at the moment; nothing for who belongs to no project. */
export default function ProjectSwitch() {
  return <Switch width={width} />;
}
export const HeaderSwitch = () => <Switch width={headerWidth} />;

function Switch({ width }: { width: number | string }) {
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
      find={findAbove}
      onPath={(chosen) => void choose(chosen)}
    />
  );
}
