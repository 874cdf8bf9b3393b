import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { permissions, permissionsOf, standardRoles } from './permissions.ts';

test.each(['constructor', 'toString', '__proto__', 'NOBODY'])(
  'a role named %s has no built-in permissions',
  (role) => {
    expect([...permissionsOf(role, null)]).toEqual([]);
    expect([...permissionsOf(role, ['offers:read'])]).toEqual(['offers:read']);
  },
);

test('the table of roles in decision 0005 lists exactly what EDITOR and ADMIN may write', () => {
  const page = new URL('../../../../docs/decisions/0005-people-roles-and-sign-in.md', import.meta.url);
  const rows = [...readFileSync(page, 'utf8').matchAll(/^\| (.+) `:write`(?:, `(.+)`)? \| +\|/gm)];
  const named = rows.map(([, nouns = '', other]) =>
    [...nouns.split(', ').map((noun) => `${noun}:write`), ...(other?.split('`, `') ?? [])].sort(),
  );
  const beyond = (most: ReadonlySet<string>, least: ReadonlySet<string>) =>
    permissions.filter((permission) => most.has(permission) && !least.has(permission)).sort();
  const { VIEWER, EDITOR, ADMIN } = standardRoles;
  expect(named).toEqual([beyond(EDITOR, VIEWER), beyond(ADMIN, EDITOR)]);
});
