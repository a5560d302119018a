/** What a notice tells of and its reader can undo: the call that does it, on the resource with this path. */
export interface NoticeUndo {
  readonly call: 'undoEdit' | 'bulkJob';
  readonly path: string;
  readonly id: number;
}
