/** Texts of pages that no visit begins with. Those that only the server speaks are left out. */
export const laterTexts = import.meta.glob<Record<string, unknown>>(
  [
    '../../../locales/*/*.json',
    '!../../../locales/*/{common,error,field,home,http,layout,login,member,refine,table,validate}.json',
    '!../../../locales/*/{auth,boot,database,demo,dev,drop,plan,server,session,start}.json',
  ],
  { import: 'default' },
);
