import { f, table } from '#resource';

/** The run that moves files now, over all servers, or the last one: one row, which whoever begins a run takes. */
const fileMove = table('file_move', {
  /** There is one. */
  slot: f.int({ required: true, unique: true }),
  /** Null when none runs. */
  holder: f.text({ max: 36 }),
  /** Another one each time that the run says that it goes on. */
  beat: f.int({ default: 0 }),
  /** Name of the server. */
  server: f.text({ max: 255 }),
  /** Name of the storage. */
  to: f.text({ max: 20 }),
  /** Unix seconds, as all times. */
  began: f.int({ default: 0 }),
});

declare module '#resource' {
  interface Tables {
    file_move: typeof fileMove;
  }
}

export const fileMoveResource = fileMove.resource({ page: false });
