/** What the server and the page “Ask your tables” say to each other, below `/api/admin/chat.ask`. */

/** A list of the back office that an answer rests on. */
export interface AskedList {
  readonly type: 'list';
  readonly label: string;
  /** Of the list with its filter, below the site: `/admin/content/article?filter=…`. */
  readonly address: string;
  readonly total: number;
}

export interface AskedChart {
  readonly type: 'chart';
  /** What is counted: the label of the table. */
  readonly label: string;
  readonly by: string;
  readonly unit: 'day' | 'month' | null;
  /** What is added up instead of counted. */
  readonly sum: string | null;
  readonly address: string;
  readonly groups: readonly { readonly label: string; readonly value: number; readonly text: string }[];
  readonly isCut: boolean;
}

type ProposalState = 'open' | 'applied' | 'declined' | 'over';

/** A write that waits for the person: nothing of it has happened. */
export interface Proposal {
  readonly type: 'proposal';
  readonly id: number;
  /** Of exactly these values; whoever accepts names it. */
  readonly digest: string;
  readonly table: string;
  readonly label: string;
  readonly isNew: boolean;
  /** The row that is to be changed; of a new one, once it is there. */
  readonly row: number | null;
  readonly name: string;
  readonly changes: readonly {
    readonly field: string;
    readonly label: string;
    readonly before: string;
    readonly after: string;
  }[];
  readonly state: ProposalState;
}

export type AskPart = AskedList | AskedChart | Proposal;

type TurnStatus = 'waiting' | 'running' | 'done' | 'stopped' | 'failed';

export interface Turn {
  readonly id: number;
  readonly question: string;
  readonly answer: string;
  readonly parts: readonly AskPart[];
  readonly status: TurnStatus;
  /** Why it failed, in the reader's language. */
  readonly error: string | null;
  readonly create_time: number;
}

/** `GET index` */
export interface AskStart {
  readonly enabled: boolean;
  /** Null while none is set up. */
  readonly model: string | null;
  /** Those of the conversation that was written in last. */
  readonly turns: readonly Turn[];
  readonly thread: string | null;
  /** Characters of a question. */
  readonly longest: number;
}

/** `POST ask` */
export interface Asked {
  readonly turn: Turn;
  readonly thread: string;
}
