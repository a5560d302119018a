import { calls, textOf } from './calls.ts';
import { chat } from './store.ts';

/** Who is there, which models there are, and what is left to use. */
export async function loadStart(): Promise<void> {
  try {
    const start = await calls.start();
    chat.setState({ start, failed: undefined });
  } catch (error) {
    // What is shown already stays right enough.
    if (!chat.getState().start) chat.setState({ failed: textOf(error) });
  }
}
