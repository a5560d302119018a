import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Texts of answers that are being written, by the message: each is drawn by itself, not with the whole conversation. */
const texts = createStore<Readonly<Record<number, string>>>(() => ({}));

export const useLiveText = (id: number): string | undefined => useStore(texts, (state) => state[id]);

/** Answers whose stream has broken, and is opened again. */
const broken = createStore<readonly number[]>(() => []);

export const useIsBroken = (id: number): boolean => useStore(broken, (all) => all.includes(id));

export const setBroken = (id: number, isBroken: boolean): void => {
  if (broken.getState().includes(id) !== isBroken)
    broken.setState((all) => (isBroken ? [...all, id] : all.filter((each) => each !== id)), true);
};

export const dropLive = (id: number): void =>
  texts.setState(({ [id]: _gone, ...others }) => others as Readonly<Record<number, string>>, true);

/** Long texts take longer to draw: they are drawn less often. Milliseconds. */
const pauseFor = (length: number): number => Math.min(400, Math.max(40, length / 100));

/** Shows what has come, as often as drawing it allows. */
export class LiveText {
  readonly #id: number;
  #text = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  constructor(id: number) {
    this.#id = id;
  }

  add(piece: string): void {
    this.#text += piece;
    this.#timer ??= setTimeout(() => this.#show(), pauseFor(this.#text.length));
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #show(): void {
    this.#timer = undefined;
    const text = this.#text;
    // Joined anew, it first catches up with what is in sight already.
    texts.setState((state) => ((state[this.#id]?.length ?? 0) > text.length ? state : { ...state, [this.#id]: text }));
  }
}
