/** Bytes of JavaScript, packed by gzip, that a browser with an empty cache may load for a page. */
export const scriptBudgets = {
  signIn: 220_000,
  memberSignIn: 235_000,
  home: 236_000,
  list: 450_000,
  listWithPlugins: 468_000,
} as const;
