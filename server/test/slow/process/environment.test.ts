import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../../src/platform/system/config.ts';
import { cleanUp, freePort, makeFolder, start } from '../../process/program.ts';

afterAll(cleanUp);

const wrong: Record<string, string> = {
  PORT: '80801',
  BASE_URL: 'example.com',
  AUTH_URL: 'ftp://example.com',
  DATABASE_URL: 'mysql://somebody:pass-phrase@db/tradepost',
  DATABASE_POOL: 'many',
  DATABASE_PIPELINES: '0',
  MASTER_KEY: 'pass-phrase',
  MIGRATE: 'never',
  TRUST_PROXY: 'yes',
  SMTP_URL: 'http://mail',
  MAIL_FROM: 'nobody',
  LOG_LEVEL: 'loud',
  METRICS_TOKEN: 'pass-phrase',
  BODY_LIMIT: '1',
  TAX_RATES: '[pass-phrase',
  WORKER_CONCURRENCY: '-1',
  PULL_CONCURRENCY: '0',
  AI_URL: 'https://ann:pass-phrase@models.example.com/v1',
  AI_KEY: 'pass-phrase with blanks',
  AI_MODEL: 'two words',
  AI_PRICES: '15,pass-phrase',
  AI_MAX_OUTPUT_TOKENS: '0',
  MKA_ACCESS_KEY_ID: 'pass-phrase',
  MKA_SECRET_ACCESS_KEY: 'pass-phrase with blanks',
  MKA_PRINCIPAL: 'pass-phrase',
};

test.each(Object.entries(wrong))('a wrong %s is named, and not repeated', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`^The environment has a wrong value.\n${name}: `),
  );
  expect(() => readConfig({ [name]: value })).not.toThrow(/pass-phrase/);
});

test.each([
  ['a key alone', { AI_KEY: 'pass-phrase' }, /^AI_URL, AI_MODEL, AI_PRICES: each of /],
  [
    'no prices',
    { AI_URL: 'http://10.0.0.1/v1', AI_KEY: 'pass-phrase', AI_MODEL: 'm' },
    /^AI_PRICES: each of /,
  ],
])('a language model with %s is no configuration, and names what is missing', (_, environment, message) => {
  expect(() => readConfig(environment)).toThrow(message);
  expect(() => readConfig(environment)).not.toThrow(/pass-phrase/);
});

test('a language model of the operator may be on a private network, and its prices are exact decimals', () => {
  const config = readConfig({
    AI_URL: 'http://10.0.0.1:8000/v1/',
    AI_KEY: 'pass-phrase',
    AI_MODEL: 'vendor/model:1',
    AI_PRICES: '0.000000001,60',
  });
  expect(config.ai).toEqual({
    url: 'http://10.0.0.1:8000/v1',
    model: 'vendor/model:1',
    prices: { input: '0.000000001', output: '60' },
  });
  expect(readConfig({}).ai).toBeUndefined();
});

test('several wrong values are named at once, and an empty one counts as absent', () => {
  expect(() => readConfig({ PORT: 'x', MIGRATE: 'x', LOG_LEVEL: '' })).toThrow(
    /\nPORT: .*\nMIGRATE: (?!.*LOG_LEVEL)/s,
  );
  expect(readConfig({ PORT: '', DATABASE_URL: '', MASTER_KEY: '' }).port).toBe(8080);
});

test.each([
  ['a wrong value', { PORT: 'abc' }, 'PORT'],
  ['rates of a wrong shape', { TAX_RATES: '[{"country":"DE"}]' }, 'TAX_RATES'],
  ['DATABASE_URL without MASTER_KEY', { DATABASE_URL: 'postgres://db/tradepost' }, 'MASTER_KEY'],
])('%s stops the start with a message and leaves nothing behind', async (_what, environment, name) => {
  const dataDir = path.join(await makeFolder(), 'data');
  const program = start({ DATA_DIR: dataDir, ...environment });
  expect(await program.ended).toEqual({ code: 1, signal: null });
  expect(program.stderr()).toMatch(new RegExp(`^${name}: `, 'm'));
  expect(program.stderr()).not.toContain('    at ');
  expect(existsSync(dataDir)).toBe(false);
});

test('a database that cannot be reached stops the start with a message that says so', async () => {
  const port = await freePort();
  const secret = 'pass-phrase';
  const program = start({
    DATABASE_URL: `postgres://somebody:${secret}@localhost:${port}/tradepost`,
    MASTER_KEY: '0'.repeat(64),
  });
  expect(await program.ended).toEqual({ code: 1, signal: null });
  expect(program.stderr()).toContain(`ECONNREFUSED`);
  expect(program.stderr()).toContain(String(port));
  expect(program.stderr() + program.stdout()).not.toContain(secret);
});

test('a port that is taken stops the start with a message that names it, and the database with it', async () => {
  const dataDir = await makeFolder();
  const first = start({ DATA_DIR: dataDir });
  const { port } = new URL(await first.address());
  const second = start({ DATA_DIR: await makeFolder(), PORT: port });
  expect(await second.ended).toEqual({ code: 1, signal: null });
  expect(second.stderr()).toContain(`127.0.0.1:${port}`);
  await first.terminate();
});
