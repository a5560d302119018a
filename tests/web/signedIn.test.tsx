import { expect, it } from 'vitest';
import { open } from '../support/component/office.tsx';

it.each([
  ['/admin/login?to=%2Fadmin%2Fauth%2Fgroup%3Fname%3Da', '/admin/auth/group?name=a'],
  ['/admin/login?to=https://elsewhere.example', '/admin/dashboard'],
  ['/admin/login?to=%2Fadmin%2Flogin', '/admin/dashboard'],
  ['/admin/login', '/admin/dashboard'],
])('takes who is signed in already from %s to %s', async (address, target) => {
  await open(address, { language: 'en' });
  await expect.poll(() => location.pathname + location.search).toBe(target);
});
