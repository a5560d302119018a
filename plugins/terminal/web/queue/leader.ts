/** The tab that runs the queue; the others show it. */
const lock = 'terminal queue';
const channelName = 'terminal';

/** Something that somebody has said in another tab, which the leading one has to do. */
export type Asked =
  | { readonly kind: 'confirmed'; readonly uuid: string; readonly proof: string | undefined }
  | { readonly kind: 'attach'; readonly uuid: string };

let isLeader = false;
export const leads = (): boolean => isLeader;

/** Calls `begin` as soon as this tab leads: at once, unless another one does. Without locks (plain HTTP) each leads itself. */
export function lead(begin: () => void, asked: (request: Asked) => void): void {
  const start = (): void => {
    isLeader = true;
    new BroadcastChannel(channelName).addEventListener('message', ({ data }: MessageEvent<Asked>) => asked(data));
    begin();
  };
  const locks = (navigator as Partial<Navigator>).locks;
  if (!locks) return start();
  void locks.request(lock, () => {
    start();
    return new Promise(() => {});
  });
}

/** Does it here, or has the leading tab do it. */
export function ask(request: Asked, here: (request: Asked) => void): void {
  if (isLeader) return here(request);
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(request);
  channel.close();
}
