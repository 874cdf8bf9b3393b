import { expect, test } from 'vitest';
import { permissionsOf } from './permissions.ts';

test.each(['constructor', 'toString', '__proto__', 'NOBODY'])(
  'a role named %s allows nothing of itself',
  (role) => {
    expect([...permissionsOf(role, null)]).toEqual([]);
    expect([...permissionsOf(role, ['offers:read'])]).toEqual(['offers:read']);
  },
);
