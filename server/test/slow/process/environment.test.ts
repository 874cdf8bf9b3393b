import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, makeFolder, start } from '../../process/program.ts';

afterAll(cleanUp);

test.each([
  ['a wrong value', { PORT: 'abc' }, 'PORT'],
  ['rates of a wrong shape', { TAX_RATES: '[{"country":"DE"}]' }, 'TAX_RATES'],
  [
    'a wrong value beside such rates',
    { TAX_RATES: '[{"country":"DE"}]', PORT: 'abc' },
    'PORT: .*\nTAX_RATES',
  ],
  ['DATABASE_URL without MASTER_KEY', { DATABASE_URL: 'postgres://db/tradepost' }, 'MASTER_KEY'],
])('%s prevents the start with a message and leaves nothing behind', async (_what, environment, name) => {
  const dataDir = path.join(await makeFolder(), 'data');
  const program = start({ DATA_DIR: dataDir, ...environment });
  expect(await program.ended).toEqual({ code: 1, signal: null });
  expect(program.stderr()).toMatch(new RegExp(`^${name}: `, 'm'));
  expect(program.stderr()).not.toContain('    at ');
  expect(existsSync(dataDir)).toBe(false);
});
