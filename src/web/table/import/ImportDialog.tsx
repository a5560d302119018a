import { Alert, Button, Flex, Modal, Steps, type StepsProps } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { isImportWorking, type ImportState, type Manifest } from '#resource';
import { useText } from '../../settings/useText.ts';
import { ButtonReason } from '../ButtonReason.tsx';
import { Examples } from '../Examples.tsx';
import { ColumnStep, useColumns } from './ColumnStep.tsx';
import { FileStep } from './FileStep.tsx';
import { ReportStep } from './ReportStep.tsx';
import { mayUndo, UndoButton } from './UndoButton.tsx';
import { useImport } from './useImport.ts';
import './import.css';

interface Props {
  readonly manifest: Manifest;
  /** The import that it opens with; otherwise the one that is running, or a new one. */
  readonly id?: number | undefined;
  /** Rows may be others by now. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Rows out of a file, step by step: the file, its columns, a check, and the report. */
export function ImportDialog({ manifest, id, onDone, onClose }: Props) {
  const text = useText();
  const hook = useImport(manifest, onDone, { id });
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
  const reason = waitsFor(state, choosing, columns.isReady, skip);
  const reasonId = useId();
  const next = (label: string, onClick: () => void): ReactNode =>
    button(label, onClick, {
      type: 'primary',
      loading: busy,
      disabled: reason !== undefined,
      'aria-describedby': reason && reasonId,
    });
  const close = button(text('import:close'), onClose);
  const check = (chosen = columns.chosen): void => {
    goBack(false);
    setSkip(false);
    void step('check', chosen);
  };
  const update = (key: string): void => {
    columns.onKey(key);
    check({ ...columns.chosen, key });
  };

  const buttons = (): ReactNode[] => {
    if (!state) return [button(text('import:cancel'), onClose)];
    if (choosing) return [button(text('import:otherFile'), hook.startOver), next(text('import:begin'), () => check())];
    if (isImportWorking(state.state)) return [close, button(text('import:stop'), () => void step('cancel'))];
    if (state.state === 'checked') {
      return [
        button(text('import:back'), () => goBack(true)),
        next(text('import:run', { count: state.added + state.edited }), () => void step('run', { skip })),
      ];
    }
    return [
      ...(mayUndo(state) ? [<UndoButton key="undo" state={state} busy={busy} onUndo={() => void step('undo')} />] : []),
      button(text('import:again'), hook.startOver),
      <Button key="close" type="primary" onClick={onClose}>
        {text('import:close')}
      </Button>,
    ];
  };

  return (
    <Modal
      open
      className="import-dialog"
      width={720}
      title={text('import:title', { table: manifest.label })}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Flex gap="small" justify="end" align="center" wrap>
          {reason && <ButtonReason id={reasonId}>{text(reason, { count: state?.failed })}</ButtonReason>}
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
          status={statusOf(state)}
          items={['file', 'columns', 'check', 'import'].map((name) => ({ title: text(`import:${name}`) }))}
        />
        {!state && !hook.isFinding && <FileStep manifest={manifest} {...hook} />}
        {state && choosing && <ColumnStep state={state} {...columns} />}
        {state && !choosing && <ReportStep state={state} skip={skip} onSkip={setSkip} onUpdate={update} />}
        {state?.state === 'checked' && !choosing && (
          <Examples
            manifest={manifest}
            examples={state.examples}
            changed={state.edited}
            title={text('import:examples')}
          />
        )}
        {failure !== undefined && <Alert type="error" showIcon title={failure} />}
      </Flex>
    </Modal>
  );
}

/** The text that says why the main button cannot be pressed; undefined where it can. */
function waitsFor(
  state: ImportState | undefined,
  choosing: boolean,
  isReady: boolean,
  skip: boolean,
): string | undefined {
  if (choosing) return isReady ? undefined : 'import:noColumns';
  if (state?.state !== 'checked') return undefined;
  if (state.added + state.edited === 0) return state.failed > 0 ? 'import:allWrong' : 'import:nothingToDo';
  return state.failed > 0 && !skip ? 'import:hasErrors' : undefined;
}

/** Of the step that it is at: the last one has its tick when the import is over. */
function statusOf(state: ImportState | undefined): StepsProps['status'] {
  if (state?.state === 'done' || state?.state === 'undone') return 'finish';
  return state?.state === 'failed' || state?.state === 'stopped' ? 'error' : 'process';
}

function stepOf(state: ImportState | undefined, choosing: boolean): number {
  if (!state) return 0;
  if (choosing) return 1;
  return state.state === 'checking' || state.state === 'checked' ? 2 : 3;
}
