import { DatabaseSync } from 'node:sqlite';
import { refusal } from './program.ts';

/** Held until it is closed or this process has ended, however it ends; throws the refusal while another one holds it. */
export function lockOrRefuse(file: string, key: string): DatabaseSync {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    throw refusal(key);
  }
  return lock;
}
