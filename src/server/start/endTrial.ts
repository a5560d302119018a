import type { Logger } from 'pino';
import { Problem } from '#resource';
import type { Database } from '../database/database.ts';
import { terminalLanguage, type Messages } from '../shared/messages.ts';

/**
 * A start that was refused by a restored database, and may begin anew with the former one, which is there again. The message is
 * empty where another instance has put it back, which says why.
 */
export class RestoredRefused extends Error {}

interface TrialParts {
  readonly messages: Messages;
  readonly log: Logger;
  /** Whether parts of the application run already, which only the end of the process ends. */
  readonly isAssembled: boolean;
}

/** Closes the database after a start that failed, which a restored one does not outlive; returns what to throw. */
export async function endTrial(
  database: Database,
  error: unknown,
  { messages, log, isAssembled }: TrialParts,
): Promise<unknown> {
  const say = (key: string, params: Readonly<Record<string, unknown>> = {}): string =>
    messages.translate(terminalLanguage(process.env), key, params);
  const { trial, dialect } = database;
  let name: string | undefined;
  try {
    if (trial) name = await trial.putBack();
    else await database.close();
  } catch (failure) {
    log.error({ err: failure }, 'the former database could not be put back; stop every instance, then start one');
    return error;
  }
  if (name === undefined) return trial && dialect === 'postgres' && !isAssembled ? new RestoredRefused('') : error;
  const reason = error instanceof Problem ? say(error.key, error.params) : (error as Error).message;
  const sentence = say('start:restoredRefused', { name, reason });
  log.error({ err: error }, sentence);
  return isAssembled ? new Error(sentence, { cause: error }) : new RestoredRefused(sentence);
}
