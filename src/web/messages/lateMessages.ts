import type { App } from 'antd';
import type { ReactNode } from 'react';

export type Messages = ReturnType<typeof App.useApp>['message'];
type Shown = ReturnType<Messages['open']>;
type Content = Parameters<Messages['info']>[0];

/** antd's `message` before its code is here: what is said waits for it. */
export class LateMessages {
  readonly #fetch: (content: ReactNode) => void;
  #arrival = Promise.withResolvers<Messages>();

  /** `fetch` is called with what each message says. */
  constructor(fetch: (content: ReactNode) => void) {
    this.#fetch = fetch;
  }

  readonly message: Messages = {
    info: this.#late('info'),
    success: this.#late('success'),
    error: this.#late('error'),
    warning: this.#late('warning'),
    loading: this.#late('loading'),
    open: (message) => this.#say(message, (messages) => messages.open(message)),
    destroy: (key) => void this.#arrival.promise.then((messages) => messages.destroy(key)),
  };

  readonly arrive = (messages: Messages): void => this.#arrival.resolve(messages);

  /** The code cannot be fetched: what was said so far is not shown by it; the next message fetches it again. */
  drop(): void {
    this.#arrival = Promise.withResolvers();
  }

  #late(kind: 'info' | 'success' | 'error' | 'warning' | 'loading'): Messages['info'] {
    return (content, ...more) => this.#say(content, (messages) => messages[kind](content, ...more));
  }

  #say(content: Content, show: (messages: Messages) => Shown): Shown {
    // In an object, since what antd returns is itself a promise of the end.
    const shown = this.#arrival.promise.then((messages) => ({ message: show(messages) }));
    this.#fetch(textOf(content));
    return Object.assign(() => void shown.then(({ message }) => message()), {
      // oxlint-disable-next-line unicorn/no-thenable -- antd's own is one
      then: ((resolve, reject) => shown.then(({ message }) => message.then(resolve, reject))) as Shown['then'],
    });
  }
}

const textOf = (content: Content): ReactNode =>
  typeof content === 'object' && content !== null && 'content' in content ? content.content : (content as ReactNode);
