/** Names of backups that can be restored: none that a program would take for an option. */
export const backupName = /\w[\w-]{0,59}\.(?:db|dump)/;

const whole = new RegExp(`^(?:${backupName.source})$`);

/** Whether it is the name of a backup of this database. */
export const isBackupName = (name: string, isPostgres: boolean): boolean =>
  whole.test(name) && name.endsWith(isPostgres ? '.dump' : '.db');
