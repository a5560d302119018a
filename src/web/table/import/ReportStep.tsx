import { Alert, Button, Checkbox, Progress, Typography } from 'antd';
import { useText } from '../../settings/useText.ts';
import { isImportWorking, type ImportState } from '#resource';
import type { ImportCall } from './importCall.ts';
import './report.css';

/** As many as the server keeps. */
const mostListed = 100;

interface Props {
  readonly state: ImportState;
  readonly call?: ImportCall;
  /** Whether lines with errors are left out. */
  readonly skip?: boolean;
  /** Asks whether they are to be; without it nobody is asked. */
  readonly onSkip?: (skip: boolean) => void;
  /** Checks anew, to change what is there already instead of adding it. */
  readonly onUpdate?: (key: string) => void;
}

/** What a check has found, or what an import has done, and how far it is. */
export function ReportStep({ state, call = 'import', skip, onSkip, onUpdate }: Props) {
  const text = useText();
  const { state: step, done, failed, errors, existsBy } = state;
  const columns = ['line', 'column', ...(errors.some(({ value }) => value !== undefined) ? ['value'] : []), 'problem'];
  const total = step === 'undoing' ? state.added + state.edited : state.lines;
  return (
    <>
      <Outcome state={state} call={call} />
      {isImportWorking(state.state) && (
        <div role="status">
          <Progress percent={total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0} status="active" />
          <Typography.Text type="secondary">{text(`${call}:lineOf`, { done, total })}</Typography.Text>
        </div>
      )}
      <Counts state={state} call={call} />
      {onUpdate && existsBy && (
        <Alert
          type="info"
          showIcon
          title={text('import:existsBy', { field: existsBy.label })}
          action={
            <Button size="small" onClick={() => onUpdate(existsBy.name)}>
              {text('import:updateInstead')}
            </Button>
          }
        />
      )}
      {onSkip && step === 'checked' && failed > 0 && (
        <Checkbox checked={skip} onChange={({ target }) => onSkip(target.checked)}>
          {text('import:skip', { count: failed })}
        </Checkbox>
      )}
      {call === 'import' && <ErrorCount state={state} />}
      {errors.length > 0 && (
        <div className="import-errors">
          <table aria-label={text(`${call}:errors`)}>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {text(`${call}:${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...alike(errors)].map(([key, [{ row, column, label, value, message }, lines]]) => (
                <tr key={key}>
                  <td className={row === undefined ? 'import-number' : 'import-row'}>
                    {row ?? <Lines lines={lines} />}
                  </td>
                  <td>{column ?? label ?? ''}</td>
                  {columns.includes('value') && <td className="import-value">{value ?? ''}</td>}
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {errors.length >= mostListed && (
        <Typography.Text type="secondary">{text(`${call}:firstErrors`, { count: errors.length })}</Typography.Text>
      )}
    </>
  );
}

/** What is wrong in the same way in several lines of a file is said once. */
function alike(
  errors: ImportState['errors'],
): Map<string, readonly [ImportState['errors'][number], readonly number[]]> {
  const found = new Map<string, readonly [ImportState['errors'][number], readonly number[]]>();
  for (const error of errors) {
    const { line, row, ...said } = error;
    const key = JSON.stringify([row !== undefined && line, said]);
    const [first, lines] = found.get(key) ?? [error, []];
    found.set(key, [first, [...lines, line]]);
  }
  return found;
}

/** Line numbers that stand there at most. */
const mostNumbers = 3;

function Lines({ lines }: { lines: readonly number[] }) {
  const text = useText();
  const numbers = lines.slice(0, mostNumbers).join(', ');
  const more = lines.length - mostNumbers;
  return more > 0 ? text('import:moreLines', { lines: numbers, count: more }) : numbers;
}

/** How many errors a check or an import has met, and in how many rows. */
function ErrorCount({ state: { state: step, errorCount, failed } }: Pick<Props, 'state'>) {
  const text = useText();
  if (errorCount === 0 || step.startsWith('und')) return null;
  return (
    <Typography.Text>
      {text('import:errorsIn', {
        errors: text('import:errorCount', { count: errorCount }),
        rows: text('import:rowCount', { count: failed }),
      })}
    </Typography.Text>
  );
}

type Shown = Required<Pick<Props, 'state' | 'call'>>;

/** In a sentence, where the import is. */
function Outcome({ state: { state: step, failure, again }, call }: Shown) {
  const text = useText();
  if (step === 'undone' && again > 0) return <Alert showIcon type="warning" title={text(`${call}:undoneAgain`)} />;
  if (isOver(step))
    return (
      <Alert
        showIcon
        type={step === 'done' || step === 'undone' ? 'success' : step === 'cancelled' ? 'info' : 'error'}
        title={text(`${call}:${step}`, { why: failure ?? '' })}
      />
    );
  return step === 'checked' ? null : <Typography.Text>{text(`${call}:${step}`)}</Typography.Text>;
}

const isOver = (step: string): boolean => ['done', 'undone', 'cancelled', 'stopped', 'failed'].includes(step);

function Counts({ state, call }: Shown) {
  const text = useText();
  const { state: step, added, edited, same, failed, undone, kept } = state;
  const found: [name: string, count: number][] = step.startsWith('und')
    ? [
        ['hasUndone', undone],
        ['hasKept', kept],
      ]
    : step.startsWith('check')
      ? [
          ['willAdd', added],
          ['willEdit', edited],
          ['willSame', same],
          ['willFail', failed],
        ]
      : [
          ['hasAdded', added],
          ['hasEdited', edited],
          ['hasSame', same],
          ['hasFailed', failed],
        ];
  const shown = found.filter(([name]) => call === 'import' || !name.includes('Add'));
  return (
    <dl className="import-counts">
      {shown.map(([name, count]) => (
        <div key={name} className={name.includes('Fail') && count > 0 ? 'is-wrong' : ''}>
          <dt>{text(`${call}:${name}`)}</dt>
          <dd>{count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  );
}
