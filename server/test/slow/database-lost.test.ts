import { afterAll, expect, test } from 'vitest';
import { cleanUp, makeFolder, postmasterOf, start } from '../process/program.ts';

afterAll(cleanUp);

test('a program whose embedded database is killed ends with an error, and the next start restores it', async () => {
  const dataDir = await makeFolder();
  const environment = { DATA_DIR: dataDir, PORT: '0' };
  const program = start(environment);
  await program.address();
  process.kill(postmasterOf(dataDir) as number, 'SIGKILL');
  expect(await program.ended).toEqual({ code: 1, signal: null });
  expect(program.stdout()).toContain('the embedded database has ended');
  const next = start(environment);
  const ready = await fetch(`${await next.address()}/readyz`);
  expect(ready.status).toBe(200);
}, 120_000);
