// Run by tests in a process of its own: holds a lock on a SQLite file until its input ends.
import { DatabaseSync } from 'node:sqlite';

const [file = '', begin = ''] = process.argv.slice(2);
const connection = new DatabaseSync(file, { timeout: 5000 });
connection.exec(begin);
process.stdout.write('held\n');
process.stdin.resume().on('end', () => {
  connection.exec('ROLLBACK');
  connection.close();
});
