import { Card } from 'antd';
import { RowButtons, RowCheckbox, RowItem, rowName, RowValue, safeAddress, type ListViewProps } from '#web';

// The list gives its rows and what can be done with them; pages, filters, order and the buttons above are its own.
export default function Gallery(props: ListViewProps) {
  const { manifest, rows, empty } = props;
  const picture = Object.values(manifest.fields).find(({ kind }) => kind === 'image')?.name ?? '';
  if (rows.length === 0) return empty;
  return (
    <ul aria-label={manifest.label} style={styles.grid}>
      {rows.map((row) => (
        <RowItem key={row.id} row={row}>
          <Card
            size="small"
            style={styles.card}
            cover={<img src={safeAddress(row[picture])} alt="" loading="lazy" style={styles.picture} />}
            actions={[<RowButtons key="buttons" {...props} row={row} />]}
          >
            <RowCheckbox {...props} row={row}>
              <strong>{rowName(manifest, row)}</strong>
            </RowCheckbox>
            <div style={styles.value}>
              <RowValue {...props} row={row} name="price" />
            </div>
          </Card>
        </RowItem>
      ))}
    </ul>
  );
}

const styles = {
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))',
    gap: 16,
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  card: { height: '100%', display: 'flex', flexDirection: 'column' },
  picture: { height: 140, objectFit: 'contain' },
  value: { minHeight: 22 },
} as const;
