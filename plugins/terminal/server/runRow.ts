import type { Outcome } from '../shared/protocol.ts';

/** A run as its table has it. */
export interface RunRow {
  readonly id: number;
  readonly uuid: string;
  readonly command: string;
  /** Values by the names of its parameters. */
  readonly params: unknown;
  readonly admin_id: number | null;
  readonly outcome: Outcome | 'running' | null;
  readonly exit_code: number | null;
  readonly create_time: number;
  readonly end_time: number | null;
  readonly length: number | null;
  readonly is_cut: 0 | 1 | null;
  /** Id of its growing log, which nobody outside knows; the mark of its processes too. */
  readonly output: string;
}

/** What somebody wants to run. */
export interface RunRequest {
  readonly command: string;
  readonly uuid: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** That they have shown who they are, for dangerous commands. */
  readonly proof: unknown;
}
