import { expect, it } from 'vitest';
import type { Manifest } from '#resource';
import { nameOf } from '../../src/web/table/nameOf.ts';

const manifestOf = (options: object) =>
  ({ title: 'event', fields: { event: { name: 'event', options } } }) as unknown as Manifest;

it('calls a row by its title, and where that is a choice by what people read of it', () => {
  const choices = manifestOf({ items: { user_register: { label: 'Sign-up' } } });
  expect(nameOf(choices, { id: 3, event: 'user_register' })).toBe('Sign-up');
  expect(nameOf(choices, { id: 3, event: 'gone' })).toBe('gone');
  expect(nameOf(manifestOf({}), { id: 3, event: 'user_register' })).toBe('user_register');
  expect(nameOf(choices, { id: 3, event: '' })).toBe('#3');
});
