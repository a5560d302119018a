declare module '#plugin' {
  interface Events {
    /** Somebody wants an answer to end, which may be under way on any instance. */
    'chat.stop': { readonly message: number };
    /** The model has made a title. */
    'chat.titled': { readonly conversation: number; readonly title: string };
  }
}
export {};
