/** What a part that could not be fetched may be missing for. */
export type ServerState = 'offline' | 'unreachable' | 'newBuild' | 'sameBuild';

/** Milliseconds after which a server that does not answer counts as not there. */
const patience = 10_000;

/** Asks the server once for the page itself: another build has another script in it. */
export async function askServerState(): Promise<ServerState> {
  if (!navigator.onLine) return 'offline';
  try {
    const answer = await fetch('/', {
      headers: { accept: 'text/html' },
      cache: 'no-store',
      signal: AbortSignal.timeout(patience),
    });
    if (!answer.ok) return 'unreachable';
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return scriptOf(page) === scriptOf(document) ? 'sameBuild' : 'newBuild';
  } catch {
    return 'unreachable';
  }
}

/** The address of the script that a page starts with; its hash changes with every part of the build. */
const scriptOf = (page: Document): string | null | undefined =>
  page.querySelector('script:is([type=module], [type=held])[src]:not([data-ahead])')?.getAttribute('src');
