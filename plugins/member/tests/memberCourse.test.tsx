import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '#component';
import MemberCourse from '../web/office/MemberCourse.tsx';

const nobody = [{ day: '2026-11-29', signUps: 0 }];
const nothing = [{ day: '2026-11-29', given: 0, spent: 0 }];

it.each([
  ['en', nobody, /^No sign-ups lately/, 'See members', '/admin/user/user'],
  ['en', nothing, /^No points given or spent lately/, 'See points history', '/admin/user/scoreLog'],
  ['zh-cn', nobody, /^近期没有新会员/, '查看会员', '/admin/user/user'],
  ['zh-cn', nothing, /^近期没有积分变动/, '查看积分记录', '/admin/user/scoreLog'],
] as const)('says what will be counted, and leads to where it begins (%s)', async (language, data, said, name, to) => {
  await draw(
    <MemoryRouter>
      <MemberCourse data={data} refresh={() => {}} />
    </MemoryRouter>,
    { language },
  );
  await expect.element(page.getByText(said)).toBeVisible();
  await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', to);
  // Colours of bars that are not there.
  expect(page.css('.chart-legend').elements()).toEqual([]);
});
