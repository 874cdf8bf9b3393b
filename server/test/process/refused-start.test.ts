import { existsSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, command, freePort, makeFolder } from './program.ts';

afterAll(cleanUp);

const withDatabase = (address: string) => ({ DATABASE_URL: address, MASTER_KEY: '0'.repeat(64) });

test.each([['start'], ['migrate'], ['invite']])(
  '%s with a database that cannot be reached prints one line that names DATABASE_URL and its address, and ends with status 1',
  async (word) => {
    const port = await freePort();
    const address = `postgres://somebody:pass-phrase@localhost:${port}/tradepost`;
    const { code, stdout, stderr } = await command(withDatabase(address), word);
    expect({ code, stdout: stdout() }).toEqual({ code: 1, stdout: '' });
    expect(stderr()).toMatch(
      new RegExp(
        `^DATABASE_URL: cannot connect to database "tradepost" at localhost:${port} as user "somebody": the connection was refused\\. Check [^\\n]+\\n$`,
      ),
    );
    expect(stderr()).not.toContain('pass-phrase');
  },
);

test.each([
  ['start', 'PORT', {}],
  ['serve', 'PORT', withDatabase('postgres://somebody@127.0.0.1:1/tradepost')],
  ['work', 'HEALTH_PORT', withDatabase('postgres://somebody@127.0.0.1:1/tradepost')],
])(
  '%s on a used port ends before the database is created or connected, and names %s',
  async (word, variable, settings) => {
    const taken = net.createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as net.AddressInfo;
    const dataDir = path.join(await makeFolder(), 'data');
    const refused = await command({ ...settings, DATA_DIR: dataDir, [variable]: String(port) }, word);
    expect({ code: refused.code, stdout: refused.stdout(), stderr: refused.stderr() }).toEqual({
      code: 1,
      stdout: '',
      stderr:
        `${variable}: 127.0.0.1:${port} is in use by another program. ` +
        `End that program, or set ${variable} to a free port (0 for any free port).\n`,
    });
    expect(existsSync(dataDir)).toBe(false);
    await new Promise((resolve) => taken.close(resolve));
  },
);

test('the error for an address of another machine names HOST', async () => {
  const dataDir = path.join(await makeFolder(), 'data');
  const { code, stderr } = await command({ DATA_DIR: dataDir, HOST: '192.0.2.1' }, 'start');
  expect([code, stderr()]).toEqual([
    1,
    expect.stringMatching(/^HOST: 192\.0\.2\.1 is not an address of this machine\./),
  ]);
  expect(existsSync(dataDir)).toBe(false);
});

test('the error for a data folder that cannot be created, even by root, names its variable', async () => {
  const port = String(await freePort());
  const { code, stderr } = await command({ DATA_DIR: '/proc/tradepost/data', PORT: port }, 'start');
  expect([code, stderr()]).toEqual([
    1,
    expect.stringMatching(
      /^DATA_DIR: the folder \/proc\/tradepost\/data cannot be written to \(\w+: [^\n]+\)\. Name a folder [^\n]+\n$/,
    ),
  ]);
});

test('a file folder that cannot be created is refused before the database is created', async () => {
  const dataDir = path.join(await makeFolder(), 'data');
  const settings = { DATA_DIR: dataDir, STORAGE_URL: 'file:///proc/files', PORT: String(await freePort()) };
  const { code, stderr } = await command(settings, 'start');
  expect([code, stderr()]).toEqual([
    1,
    expect.stringMatching(/^STORAGE_URL: the folder \/proc\/files cannot be written to /),
  ]);
  expect(existsSync(dataDir)).toBe(false);
});
