import { expect, it } from 'vitest';
import { registryCommands } from '../server/registries.ts';

it('switches to the registries that whoever runs the server has named, and back', () => {
  const commands = registryCommands(' near=https://packages.example/npm/ , two=http://127.0.0.1:4873');
  expect(commands.map(({ name, argv, blocks }) => [name, argv.slice(2, -1).join(' '), blocks])).toEqual([
    ['set-registry.npm', 'delete registry', false],
    ['set-registry.near', 'set registry=https://packages.example/npm/', false],
    ['set-registry.two', 'set registry=http://127.0.0.1:4873', false],
  ]);
  expect(registryCommands('')).toHaveLength(1);
});

it.each(['near', 'near=ftp://a', 'npm=https://a.example', 'A=https://a.example', 'a=https://a b', 'a=https://a?x'])(
  'refuses %j, by name',
  (given) => expect(() => registryCommands(given)).toThrow(`TERMINAL_REGISTRIES has "${given}"`),
);
