import { Alert, Button, Drawer, Flex, Grid } from 'antd';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useBackCloses } from '../navigation/useBackCloses.ts';
import { answerQuestion, closePanel, panelState, type Panel } from './panels.tsx';
import { PluginPlace } from './PluginPlace.tsx';
import './panels.css';

/** The panel that is open, in a drawer over everything; one that is closed stays until it is out of sight. */
export function PanelHost() {
  const shown = useStore(panelState, (state) => state.shown);
  const [last, setLast] = useState(shown);
  if (shown && shown !== last) setLast(shown);
  useInertPage(shown !== undefined);
  const { panel, props } = shown ?? last ?? {};
  return panel && <PanelDrawer key={panel.name} panel={panel} props={props!} open={shown !== undefined} />;
}

/** What lies below a panel can neither be reached nor read. */
function useInertPage(isBelow: boolean): void {
  useEffect(() => {
    const page = document.getElementById('root');
    if (!isBelow || !page) return;
    page.inert = true;
    return () => void (page.inert = false);
  }, [isBelow]);
}

function PanelDrawer({ panel, props, open }: { panel: Panel; props: object; open: boolean }) {
  const { t } = useTranslation('plugins');
  const place = useRef<HTMLDivElement>(null);
  const isPhone = Grid.useBreakpoint().md === false;
  useBackCloses(isPhone && open, closePanel);
  const { plugin, name, title, placement = 'right', size = 640, Content } = panel;
  return (
    <Drawer
      className="plugin-panel"
      title={t(title)}
      open={open}
      placement={placement}
      size={isPhone ? '100%' : size}
      closable={{ 'aria-label': t('panel.close') }}
      focusable={{ focusTriggerAfterClose: false }}
      onClose={leave}
      afterOpenChange={(isOpen) => (isOpen ? takeFocus(place.current) : returnFocus())}
      destroyOnHidden
    >
      <Question place={place} />
      <PluginPlace plugin={plugin} part="panel" name={name}>
        <Content {...props} />
      </PluginPlace>
    </Drawer>
  );
}

/** Escape takes the question back that stands between. */
function leave(event: object): void {
  if (panelState.getState().asked && 'key' in event) answerQuestion(false);
  else closePanel();
}

/** Unless something in the panel has taken it. */
function takeFocus(place: HTMLElement | null): void {
  if (!place?.closest('[role=dialog]')?.contains(document.activeElement)) place?.focus();
}

/** To what opened the first panel, or to the page where that is gone. */
function returnFocus(): void {
  const { shown, opener } = panelState.getState();
  if (shown) return;
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  (isThere ? opener : document.getElementById('content'))?.focus({ preventScroll: true });
}

/** What the panel asks before it is closed. */
function Question({ place }: { place: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation('plugins');
  const { asked, question } = useStore(panelState);
  const isAsked = asked !== undefined && question !== undefined;
  useEffect(() => {
    const here = place.current;
    if (isAsked) return () => here?.focus();
  }, [isAsked, place]);
  return (
    <div ref={place} tabIndex={-1} className="panel-question">
      {isAsked && (
        <Alert
          type="warning"
          showIcon
          title={question.question}
          action={
            <Flex gap="small" wrap>
              <Button autoFocus onClick={() => answerQuestion(false)}>
                {t('panel.stay')}
              </Button>
              <Button danger onClick={() => answerQuestion(true)}>
                {question.close ?? t('panel.closeAnyway')}
              </Button>
            </Flex>
          }
        />
      )}
    </div>
  );
}
