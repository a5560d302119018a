import { html, Html, type FirstScreen, type PluginHost, type ServerPlugin } from '#plugin';
import { languages } from '#resource';
import { withoutSlashes } from '../shared/withoutSlashes.ts';
import { homeScreen, type HomeSite } from './homeScreen.ts';

/** Draws what visitors see at this address before the code of the page is there; undefined where nothing is drawn. */
export type ScreenDrawer = (address: string, icon: string) => Promise<string | undefined>;

/**
 * The first screens of all plugins, and that of the product's own home page. They are drawn in every language: which one it
 * is only the browser knows (src/web/boot/boot.ts).
 */
export function firstScreens(
  plugins: readonly ServerPlugin[],
  host: PluginHost,
  site: () => Promise<HomeSite>,
  canRegister: boolean,
): ScreenDrawer {
  const screens = new Map<string, FirstScreen['draw']>([['/index', homeScreen(site, canRegister)]]);
  for (const screen of plugins.flatMap(({ firstScreens: own = [] }) => own))
    for (const path of screen.paths) screens.set(path, (view) => screen.draw(view));
  return async (address, icon) => {
    const draw = screens.get(withoutSlashes(address.split('?')[0]!));
    if (!draw) return undefined;
    const { siteName: name, siteLogo: logo } = await site();
    const drawn = await Promise.all(
      languages.map(async (language) => {
        const markup = await draw({ language, site: { name, logo: logo || icon }, host });
        return markup instanceof Html
          ? html`<div class="first" lang="${language}" inert aria-hidden="true">${markup}</div>`
          : undefined;
      }),
    );
    return drawn.includes(undefined) ? undefined : html`${drawn}`.markup;
  };
}
