type Listener = (conversation: string | undefined) => void;

/** Between the windows of one browser: which conversation has changed, or that the list has. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('chat') : undefined;

export const tellOthers = (conversation?: string): void => channel?.postMessage({ conversation });

/** Calls with what has changed in another window. Returns how to stop. */
export function onOthers(listener: Listener): () => void {
  const hear = ({ data }: MessageEvent<{ conversation?: string }>): void => listener(data.conversation);
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
