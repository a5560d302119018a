import { Alert, Button, Flex, Modal, Steps } from 'antd';
import { useState, type ReactNode } from 'react';
import { isImportWorking, type ImportState, type Manifest } from '#resource';
import { useText } from '../../settings/useText.ts';
import { ColumnStep, useColumns } from './ColumnStep.tsx';
import { FileStep } from './FileStep.tsx';
import { ReportStep } from './ReportStep.tsx';
import { mayUndo, UndoButton } from './UndoButton.tsx';
import { useImport } from './useImport.ts';
import './import.css';

interface Props {
  readonly manifest: Manifest;
  /** Rows may be others by now. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Rows out of a file, step by step: the file, its columns, a check, and the report. */
export function ImportDialog({ manifest, onDone, onClose }: Props) {
  const text = useText();
  const hook = useImport(manifest, onDone);
  const { state, failure, busy, step } = hook;
  const columns = useColumns(state);
  const [skip, setSkip] = useState(false);
  const [back, goBack] = useState(false);
  const choosing = state?.state === 'received' || (back && state?.state === 'checked');
  const button = (label: string, onClick: () => void, more: object = {}): ReactNode => (
    <Button key={label} onClick={onClick} {...more}>
      {label}
    </Button>
  );
  const next = (label: string, onClick: () => void, disabled = false): ReactNode =>
    button(label, onClick, { type: 'primary', loading: busy, disabled });
  const close = button(text('import:close'), onClose);
  const check = (): void => {
    goBack(false);
    setSkip(false);
    void step('check', columns.chosen);
  };

  const buttons = (): ReactNode[] => {
    if (!state) return [button(text('import:cancel'), onClose)];
    if (choosing)
      return [button(text('import:otherFile'), hook.startOver), next(text('import:begin'), check, !columns.isReady)];
    if (isImportWorking(state.state)) return [close, button(text('import:stop'), () => void step('cancel'))];
    if (state.state === 'checked') {
      const count = state.added + state.edited;
      const wait = count === 0 || (state.failed > 0 && !skip);
      return [
        button(text('import:back'), () => goBack(true)),
        next(text('import:run', { count }), () => void step('run', { skip }), wait),
      ];
    }
    return [
      ...(mayUndo(state) ? [<UndoButton key="undo" busy={busy} onUndo={() => void step('undo')} />] : []),
      button(text('import:again'), hook.startOver),
      <Button key="close" type="primary" onClick={onClose}>
        {text('import:close')}
      </Button>,
    ];
  };

  return (
    <Modal
      open
      width={720}
      title={text('import:title', { table: manifest.label })}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Flex gap="small" justify="end" wrap>
          {buttons()}
        </Flex>
      }
    >
      <Flex vertical gap="middle">
        <Steps
          size="small"
          responsive={false}
          titlePlacement="vertical"
          aria-label={text('import:steps')}
          current={stepOf(state, choosing)}
          items={['file', 'columns', 'check', 'import'].map((name) => ({ title: text(`import:${name}`) }))}
        />
        {!state && <FileStep {...hook} />}
        {state && choosing && <ColumnStep state={state} {...columns} />}
        {state && !choosing && <ReportStep state={state} skip={skip} onSkip={setSkip} />}
        {failure !== undefined && <Alert type="error" showIcon title={failure} />}
      </Flex>
    </Modal>
  );
}

function stepOf(state: ImportState | undefined, choosing: boolean): number {
  if (!state) return 0;
  if (choosing) return 1;
  return state.state === 'checking' || state.state === 'checked' ? 2 : 3;
}
