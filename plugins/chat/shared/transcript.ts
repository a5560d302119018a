/** A message of a conversation as administrators read it. */
export interface TranscriptMessage {
  readonly id: number;
  /** The message that it follows; several may follow the same one. */
  readonly parent_id: number | null;
  readonly role: 'user' | 'assistant';
  readonly model_name: string | null;
  readonly status: 'done' | 'running' | 'stopped' | 'failed' | 'interrupted';
  readonly text: string | null;
  /** Why it failed: by status and code, and in the words of the provider. */
  readonly detail: string | null;
  readonly provider_words: string | null;
  /** Unix seconds. */
  readonly create_time: number;
}

/** `POST /api/admin/chat.transcript/index`: all branches of a conversation, oldest first. */
export interface Transcript {
  readonly messages: readonly TranscriptMessage[];
  /** Whether there are earlier ones that are not here. */
  readonly isCut: boolean;
}
