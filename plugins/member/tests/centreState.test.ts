import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { stateOf, useCentre, type CentreState } from '../web/centre/centreState.ts';

it('begins with all that the specification names, in the layout Default', () => {
  const found: CentreState[] = [];
  renderToStaticMarkup(
    createElement(() => {
      found.push(useCentre());
      return null;
    }),
  );
  expect(found).toEqual([
    {
      open: false,
      layoutMode: 'Default',
      activeRoute: '',
      viewRoutes: [],
      showHeadline: false,
      authNode: new Map(),
      shrink: false,
      menuExpand: false,
      navUserMenus: [],
    },
  ]);
});

it('has headings from the second directory on, and entries of its own for the account', () => {
  const node = (id: number, type: string) => ({ id, type }) as Parameters<typeof stateOf>[0][number];
  const [one, two, page, own] = [node(1, 'menu_dir'), node(2, 'menu_dir'), node(3, 'menu'), node(4, 'nav_user_menu')];
  expect(stateOf([one, page], [own, node(5, 'nav')])).toEqual({
    viewRoutes: [one, page],
    showHeadline: false,
    navUserMenus: [own],
  });
  expect(stateOf([one, two], []).showHeadline).toBe(true);
});
