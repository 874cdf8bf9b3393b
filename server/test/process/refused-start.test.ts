import { afterAll, expect, test } from 'vitest';
import { cleanUp, command, freePort } from './program.ts';

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
