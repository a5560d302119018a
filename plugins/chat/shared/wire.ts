/** What the server and the page of the chat say to each other, below `/api/chat`. */

type Status = 'done' | 'running' | 'stopped' | 'failed' | 'interrupted';

export interface AttachmentInfo {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

export interface Message {
  readonly id: number;
  readonly parent_id: number | null;
  readonly role: 'user' | 'assistant';
  /** Of one that runs: what has come so far. */
  readonly text: string;
  readonly status: Status;
  /** Why it failed or ended early, in the reader's language. */
  readonly error: string | null;
  readonly model_id: number | null;
  readonly model_name: string | null;
  /** Points; null where nothing is paid for. */
  readonly cost: number | null;
  readonly tokens_in: number | null;
  readonly tokens_out: number | null;
  /** How many earlier messages the model was not shown, since they did not fit. */
  readonly left_out: number;
  /** How many earlier messages it was told of by a summary only. */
  readonly summarised: number;
  /** The summary of the conversation until this message, once a model has made one. */
  readonly summary: string | null;
  readonly create_time: number;
  readonly feedback: 1 | -1 | 0;
  readonly attachments: readonly AttachmentInfo[];
}

export interface Conversation {
  /** 22 letters, digits, `-` and `_`. */
  readonly id: string;
  readonly title: string;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly model_id: number | null;
  readonly update_time: number;
}

/** One of a list; `snippet` is where a message has what was searched for. */
export interface ListedConversation extends Conversation {
  readonly snippet?: string;
}

export interface OpenConversation extends Conversation {
  /** The last message of the branch that is shown. */
  readonly leaf_id: number | null;
  /** The code of its public link. */
  readonly shared: string | null;
}

export interface ChatModelInfo {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** Points for a thousand tokens. */
  readonly price_in: number;
  readonly price_out: number;
  readonly images: boolean;
}

export interface PromptInfo {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly category: string;
}

/** `GET start` */
export interface Start {
  readonly who: 'visitor' | 'member';
  readonly name: string;
  readonly avatar: string | null;
  readonly models: readonly ChatModelInfo[];
  /** Id of the default one. */
  readonly model: number | null;
  /** Messages of a visitor, today. */
  readonly allowance: { readonly left: number; readonly limit: number } | null;
  /** Whether a visitor can sign in or up here. */
  readonly signIn: boolean;
  readonly points: number | null;
  readonly limits: {
    /** Characters of a message. */
    readonly text: number;
    /** Files of a message; 0 where nobody can attach any. */
    readonly attachments: number;
    /** Bytes of a file. */
    readonly size: number;
  };
  /** Whether some model is set up. */
  readonly ready: boolean;
  readonly prompts: readonly PromptInfo[];
  /** Whether the next message needs a security check, purpose `chat.send`: `captchaId` and `captchaInfo` beside the rest. */
  readonly captcha: boolean;
}

/** `GET conversations` */
export interface ConversationList {
  readonly list: readonly ListedConversation[];
  readonly next: string | null;
}

/** `GET conversation` */
export interface ConversationAnswer {
  readonly conversation: OpenConversation;
  /** All branches, oldest first. */
  readonly messages: readonly Message[];
}

/** `POST send` */
export interface Sent {
  readonly conversation: OpenConversation;
  readonly user: Message;
  readonly answer: Message;
}

/** `POST regenerate`, `POST continue` */
export interface Answering {
  readonly answer: Message;
}

/** `data` of a refusal that the page can do something about. */
export interface Refusal {
  readonly needed: 'captcha' | 'sign-in' | 'points' | 'model' | 'patience';
  /** Points that are needed, and that are there. */
  readonly points?: number;
  readonly available?: number;
}

/** `GET shared` */
export interface SharedConversation {
  readonly title: string;
  readonly messages: readonly Pick<Message, 'role' | 'text' | 'model_name' | 'create_time'>[];
  /** Its beginning is left out: all of it is longer than a link shows. */
  readonly isCut: boolean;
}

/** A key of a member for the API; `secret` is there once, in the answer to its making. */
export interface KeyInfo {
  readonly id: number;
  readonly name: string;
  /** The beginning, by which its owner knows it. */
  readonly prefix: string;
  /** Ids of models that it may use; empty for all. */
  readonly models: readonly number[];
  readonly create_time: number;
  readonly last_used_time: number | null;
  readonly expire_time: number | null;
  readonly secret?: string;
}
