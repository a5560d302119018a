import { Alert, Checkbox, Progress, Typography } from 'antd';
import { useText } from '../../settings/useText.ts';
import { isImportWorking, type ImportState } from '#resource';

/** As many as the server keeps. */
const mostListed = 100;

interface Props {
  readonly state: ImportState;
  /** Whether lines with errors are left out. */
  readonly skip: boolean;
  readonly onSkip: (skip: boolean) => void;
}

/** What a check has found, or what an import has done, and how far it is. */
export function ReportStep({ state, skip, onSkip }: Props) {
  const text = useText();
  const { state: step, done, failed, errors } = state;
  const total = step === 'undoing' ? state.added + state.edited : state.lines;
  return (
    <>
      <Outcome state={state} />
      {isImportWorking(state.state) && (
        <div role="status">
          <Progress percent={total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0} status="active" />
          <Typography.Text type="secondary">{text('import:lineOf', { done, total })}</Typography.Text>
        </div>
      )}
      <Counts state={state} />
      {step === 'checked' && failed > 0 && (
        <Checkbox checked={skip} onChange={({ target }) => onSkip(target.checked)}>
          {text('import:skip', { count: failed })}
        </Checkbox>
      )}
      {errors.length > 0 && (
        <div className="import-errors">
          <table aria-label={text('import:errors')}>
            <thead>
              <tr>
                {['line', 'column', 'problem'].map((name) => (
                  <th key={name} scope="col">
                    {text(`import:${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {errors.map(({ line, column, label, message }, at) => (
                <tr key={at}>
                  <td className="import-number">{line}</td>
                  <td>{column ?? label ?? ''}</td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {errors.length >= mostListed && (
        <Typography.Text type="secondary">{text('import:firstErrors', { count: errors.length })}</Typography.Text>
      )}
    </>
  );
}

/** In a sentence, where the import is. */
function Outcome({ state: { state: step, failure } }: Pick<Props, 'state'>) {
  const text = useText();
  if (isOver(step))
    return (
      <Alert
        showIcon
        type={step === 'done' || step === 'undone' ? 'success' : step === 'cancelled' ? 'info' : 'error'}
        title={text(`import:${step}`, { why: failure ?? '' })}
      />
    );
  return step === 'checked' ? null : <Typography.Text>{text(`import:${step}`)}</Typography.Text>;
}

const isOver = (step: string): boolean => ['done', 'undone', 'cancelled', 'stopped', 'failed'].includes(step);

function Counts({ state }: Pick<Props, 'state'>) {
  const text = useText();
  const { state: step, added, edited, same, failed, undone, kept } = state;
  const isUndo = step.startsWith('und');
  const will = step.startsWith('check') ? 'will' : 'has';
  const shown: [name: string, count: number][] = isUndo
    ? [
        ['hasUndone', undone],
        ['hasKept', kept],
      ]
    : [
        [`${will}Add${will === 'has' ? 'ed' : ''}`, added],
        [`${will}Edit${will === 'has' ? 'ed' : ''}`, edited],
        [`${will}Same`, same],
        [`${will}Fail${will === 'has' ? 'ed' : ''}`, failed],
      ];
  return (
    <dl className="import-counts">
      {shown.map(([name, count]) => (
        <div key={name} className={name.includes('Fail') && count > 0 ? 'is-wrong' : ''}>
          <dt>{text(`import:${name}`)}</dt>
          <dd>{count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  );
}
