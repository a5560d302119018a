import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { terminal } from '../queue/store.ts';

/** The port that the page has come from. */
const pagePort = (): number => Number(location.port) || (location.protocol === 'https:' ? 443 : 80);

/** Whatever stands between the page and the server may hold streams back or end them: that is told once a visit (protocol §6). */
export function PortNotice() {
  const { t } = useTranslation('terminalPanel');
  const port = useStore(terminal, (state) => state.port);
  const isTold = useStore(terminal, ({ isPortTold, isConfigKnown }) => isPortTold || !isConfigKnown);
  const own = pagePort();
  if (isTold || own === port) return null;
  return (
    <Alert
      type="info"
      showIcon
      closable={{ 'aria-label': t('port.close'), onClose: () => terminal.setState({ isPortTold: true }) }}
      title={t('port.other', { own, port })}
    />
  );
}
