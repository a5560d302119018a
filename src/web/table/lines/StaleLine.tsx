import { Button, Flex } from 'antd';
import { fieldViewOf } from '../../fields/index.ts';
import { useText } from '../../settings/useText.ts';
import { isSame } from '../typedValues.ts';
import { columnsOf, type Line, type TableLines } from './line.ts';

interface Props {
  readonly table: TableLines;
  readonly line: Line;
  /** One's own changes stay, or what others have made of the line is taken over. */
  readonly onSettle: (isMine: boolean) => void;
}

/** What others have made of a line meanwhile, and the choice between theirs and one's own. */
export function StaleLine({ table, line, onSettle }: Props) {
  const text = useText();
  const { theirs, row, removed } = line;
  if (!theirs)
    return (
      <Flex gap="small" align="center" wrap className="line-stale">
        <span>{text('lines:gone')}</span>
        <Button size="small" onClick={() => onSettle(false)}>
          {text('lines:dropGone')}
        </Button>
      </Flex>
    );
  const changed = columnsOf(table).filter(({ name, readable }) => readable && !isSame(row?.[name], theirs[name]));
  return (
    <Flex gap="small" align="center" wrap className="line-stale">
      <span>{text('lines:changed')}</span>
      {changed.map((field) => {
        const { Cell } = fieldViewOf(table.manifest.name, field);
        return (
          <span key={field.name} className="line-theirs">
            <span>{field.label}</span>{' '}
            <Cell table={table.manifest.name} field={field} row={theirs} value={theirs[field.name]} />
          </span>
        );
      })}
      <Button size="small" onClick={() => onSettle(false)}>
        {text('lines:takeTheirs')}
      </Button>
      <Button size="small" onClick={() => onSettle(true)}>
        {text(removed ? 'lines:deleteAnyway' : 'lines:keepMine')}
      </Button>
    </Flex>
  );
}
