import { expect, it } from 'vitest';
import { toolInMenu } from '../support/backOffice.ts';
import { inChinese, inEnglish, layoutTexts } from '../support/layoutTexts.ts';
import { library } from '../support/library.ts';
import {
  boxOf,
  chosen,
  colors,
  directory,
  entry,
  expectColors,
  groundOf,
  leave,
  looksOf,
  names,
  openDrawer,
  press,
  reopen,
  rgb,
  settings,
  sider,
  stored,
  styleOf,
  tab,
  tabHere,
} from '../support/look.ts';
import { settled } from '../support/settled.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const begin = looksOf(site);

/** Ends when the timers have run that are due now, and those that they set: antd puts the chosen option forward by some. */
async function afterTimers(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => setTimeout(resolve));
  }
}

it.each([
  ['light', 'dark', 'zh-cn'],
  ['dark', 'light', 'en'],
] as const)(
  'has each colour in two, here in the %s theme and not in the %s one (%s)',
  async (theme, other, language) => {
    const [page, texts] = await begin(language, { isDark: theme === 'dark' });
    await expectColors(page, (name) => colors[name][theme]);
    const drawer = await openDrawer(page, texts);
    for (const name of names) await drawer.getByLabel(texts.colors[name], { exact: true }).fill(chosen(name));
    await leave(drawer);
    await expectColors(page, chosen);
    const saved = await stored(page);
    for (const name of names)
      expect(saved[name], name).toEqual(
        theme === 'light' ? [chosen(name), colors[name].dark] : [colors[name].light, chosen(name)],
      );
    await page.reload();
    await expectColors(page, chosen);
    await page.getByRole('button', { name: layoutTexts[language][other] }).click();
    await expectColors(page, (name) => colors[name][other]);
  },
);

it.each(inEnglish)(
  'gives the tab in front the ground of layout and theme, unless one was chosen (%s)',
  async (language) => {
    const [page, texts] = await begin(language, {}, true);
    const drawer = await openDrawer(page, texts);
    const choose = (mode: 'Default' | 'Classic'): Promise<void> =>
      drawer.getByText(texts.modes[mode], { exact: true }).click();
    for (const [dark, mode, ground] of [
      [false, 'Default', '#ffffff'],
      [false, 'Classic', '#f5f5f5'],
      [true, 'Classic', '#141414'],
      [true, 'Default', '#1d1e1f'],
      [false, 'Default', '#ffffff'],
    ] as const) {
      await choose(mode);
      await drawer.getByRole('switch', { name: texts.dark }).setChecked(dark);
      await expect.poll(() => groundOf(tabHere(page)), { message: `${mode}, dark: ${dark}` }).toBe(rgb(ground));
    }
    await drawer.getByLabel(texts.colors.headerBarTabActiveBackground, { exact: true }).fill('#123456');
    await expect.poll(() => groundOf(tabHere(page))).toBe(rgb('#123456'));
    await choose('Classic');
    await expect.poll(async () => (await boxOf(sider(page))).x).toBe(0);
    // Colours fade.
    await settled(page);
    expect(await groundOf(tabHere(page))).toBe(rgb('#123456'));
  },
);

it.each(inChinese)(
  'has its colours wherever the menu is shown: folded, and behind the button of a phone (%s)',
  async (language) => {
    const own = {
      menuBackground: ['#102030', '#102030'],
      menuColor: ['#f0e0d0', '#f0e0d0'],
      menuTopBarBackground: ['#203040', '#203040'],
    };
    const [page] = await begin(language, { ...own, menuCollapse: true });
    await directory(page).hover();
    const popup = page.locator('.ant-menu-submenu-popup a').first();
    await popup.waitFor();
    expect([await groundOf(popup), await styleOf('color', popup)]).toEqual([rgb('#102030'), rgb('#f0e0d0')]);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: layoutTexts[language].openMenu }).click();
    const drawer = page.getByRole('dialog');
    await entry(page).waitFor();
    expect([await groundOf(entry(page)), await styleOf('color', entry(page))]).toEqual([
      rgb('#102030'),
      rgb('#f0e0d0'),
    ]);
    expect(await groundOf(drawer.locator('.brand'))).toBe(rgb('#203040'));
  },
);

it.each(inEnglish)(
  'leaves what is being coloured in sight beside its drawer, which a click there closes (%s)',
  async (language) => {
    const [page] = await begin(language);
    await (await toolInMenu(page, layoutTexts[language].config.open)).click();
    const drawer = page.getByRole('dialog', { name: layoutTexts[language].config.open });
    await drawer.waitFor();
    const mask = page.locator('.ant-drawer-mask');
    expect(await mask.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgba(0, 0, 0, 0)');
    await mask.click({ position: { x: 20, y: 20 } });
    await drawer.waitFor({ state: 'hidden' });
  },
);

it.each(inEnglish)('moves pages in as it was chosen, with the keyboard (%s)', async (language) => {
  const [page, texts] = await begin(language, {}, true);
  const drawer = await openDrawer(page, texts);
  const select = drawer.getByRole('combobox', { name: texts.animation });
  const frames = {
    'slide-right': 'page-right',
    'slide-left': 'page-left',
    fade: 'page-fade',
    zoom: 'page-zoom',
    none: 'none',
  } as const;
  for (const [place, [animation, frame]] of Object.entries(frames).entries()) {
    if (place > 0) {
      await press(select, 'Enter');
      await page.locator('.ant-select-item-option-active.ant-select-item-option-selected:visible').waitFor();
      await page.evaluate(afterTimers);
      const active = page.locator('.ant-select-item-option-active:visible');
      const chosen = await active.textContent();
      // The chosen option is put forward by a timer, which may come after the key.
      await expect
        .poll(async () => {
          if ((await active.textContent()) === chosen) await press(select, 'ArrowDown');
          await page.evaluate(afterTimers);
          return active.textContent();
        })
        .toBe(texts.animations[animation as keyof typeof frames]);
      await press(select, 'Enter');
    }
    await drawer
      .locator('.ant-select-content', { hasText: texts.animations[animation as keyof typeof frames] })
      .waitFor();
    await expect.poll(() => settings['mainAnimation']!.seen(page)).toBe(frame);
    if (place > 0) expect((await stored(page))['mainAnimation']).toBe(animation);
  }
  await reopen(page, JSON.stringify({ mainAnimation: 'zoom' }));
  const moved = page.evaluate(
    () =>
      new Promise<string>((resolve) =>
        document.addEventListener(
          'animationstart',
          ({ animationName, target }) => (target as Element).matches('.tab-scroll') && resolve(animationName),
        ),
      ),
  );
  await tab(page).click();
  expect(await moved).toBe('page-zoom');
});
