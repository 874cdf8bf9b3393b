import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { environment, type SettingName, secretSettings } from './settings.ts';

const key = '0'.repeat(64);
const ai = { AI_URL: 'http://10.0.0.1/v1', AI_KEY: 'key', AI_MODEL: 'm', AI_PRICES: '15,60' };

/** An invalid value of each restricted variable, and the text that its message must contain. */
const wrong: Partial<Record<SettingName, [value: string, allowed: RegExp]>> = {
  PORT: ['80801', /a whole number from 0 to 65535/],
  HEALTH_PORT: ['http', /a whole number from 0 to 65535/],
  DRAIN_SECONDS: ['301', /from 0 to 300/],
  BASE_URL: ['example.com', /begins with http:\/\/ or https:\/\//],
  AUTH_URL: ['ftp://example.com', /begins with http:\/\/ or https:\/\//],
  DATABASE_URL: ['mysql://somebody:pass-phrase@db/tradepost', /postgres:\/\/user:password@host/],
  DATABASE_APP_ROLE: ['Tradepost', /lowercase letters, digits and underscores/],
  DATABASE_SYSTEM_ROLE: ['pg_role', /lowercase letters, digits and underscores/],
  DATABASE_POOL: ['many', /from 2 to 200/],
  DATABASE_PIPELINES: ['0', /from 1 to 32/],
  MASTER_KEY: ['pass-phrase', /64 hexadecimal digits/],
  MASTER_KEY_PREVIOUS: ['pass-phrase', /64 hexadecimal digits/],
  MIGRATE: ['never', /auto or off/],
  TRUST_PROXY: ['yes', /true, false, or the number of proxies/],
  SIGN_IN_RATE: ['0', /from 1 to 1000000/],
  SIGN_UP_RATE: ['many', /from 1 to 1000000/],
  SESSION_HOURS: ['0', /from 1 to 8760/],
  SESSION_IDLE_HOURS: ['1', /from 2 to 8760/],
  TOKEN_FAILURE_RATE: ['-1', /from 1 to 1000000/],
  SMTP_URL: ['http://ann:pass-phrase@mail', /begins with smtp:\/\/ or smtps:\/\//],
  MAIL_FROM: ['nobody', /an e-mail address/],
  SUPPORT_EMAIL: ['nobody', /an e-mail address/],
  SUPPORT_REPLY_TO: ['Support@example.com', /at most 13 characters before the @/],
  SUPPORT_MAIL_SECRET: ['pass-phrase', /16 to 1000 characters/],
  SSO_ALLOW_INSECURE_ISSUER: ['1', /true or false/],
  WEBHOOK_ALLOW_INSECURE_URL: ['1', /true or false/],
  LOG_LEVEL: ['loud', /silent, fatal, error, warn, info, debug or trace/],
  ACCESS_LOG: ['no', /true or false/],
  METRICS_TOKEN: ['pass-phrase', /at least 16 characters/],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', /begins with http/],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ['collector:4318', /begins with http/],
  BODY_LIMIT: ['1', /from 1024 to 100000000 \(bytes\)/],
  WORKER_CONCURRENCY: ['-1', /from 1 to 64/],
  PULL_CONCURRENCY: ['0', /from 1 to 5000/],
  LIST_MEMORY: ['1.5', /from 1000000 to 10000000000/],
  STORAGE_URL: ['ftp://store.example/bucket', /a folder \(.*\) or of a bucket/],
  FILE_LIMIT: ['1e99', /from 1024 to 100000000/],
  TAX_RATES: ['[19', /JSON: a list of rules/],
  DISPLAY_NAMES: ['{MKA', /JSON: an object with names of at most 40 characters/],
  AI_URL: ['https://ann:pass-phrase@models.example.com/v1', /without user name, query and fragment/],
  AI_KEY: ['pass-phrase with blanks', /1 to 4000 printable characters/],
  AI_MODEL: ['two words', /1 to 200 printable characters/],
  AI_PRICES: ['15', /two decimals separated by a comma/],
  AI_MAX_OUTPUT_TOKENS: ['0', /from 16 to 16384/],
  MKA_ACCESS_KEY_ID: ['pass-phrase', /16 to 128 capital letters and digits/],
  MKA_SECRET_ACCESS_KEY: ['pass-phrase with blanks', /16 to 256 printable characters/],
  MKA_PRINCIPAL: ['tradepost', /the name of a user or a role/],
  CSV_LIMIT: ['0x', /from 1024 to 4294967296/],
};

const messageOf = (variables: Record<string, string>): string => {
  try {
    readConfig(variables);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
};

const takesAll = [
  'HOST',
  'DATA_DIR',
  'LOGO_DIR',
  'OTEL_TRACES_EXPORTER',
  'OTEL_SDK_DISABLED',
  'STORAGE_ACCESS_KEY_ID',
  'STORAGE_SECRET_ACCESS_KEY',
];

test('every environment variable describes its values, and each restricted variable is tested below', () => {
  for (const [name, { description }] of Object.entries(environment.shape))
    expect.soft(description, name).toMatch(/^[^A-Z]|^JSON/);
  expect(Object.keys(wrong).concat(takesAll).sort()).toEqual(Object.keys(environment.shape).sort());
});

test.each(Object.entries(wrong))(
  'an invalid %s is reported on one line with its name, the allowed values and its value unless secret',
  (name, [value, allowed]) => {
    const [heading, line = '', ...others] = messageOf({ [name]: value }).split('\n');
    expect(heading).toBe('Invalid environment variables:');
    expect(line).toMatch(new RegExp(`^${name}: must be `));
    expect(line).toMatch(allowed);
    expect(line).not.toMatch(/pass-phrase|Invalid|expected/);
    const isSecret = secretSettings.includes(name as SettingName);
    if (isSecret) expect(line).toMatch(/ Value: not shown\.$/);
    else expect(line.endsWith(` Value: ${JSON.stringify(value)}.`) || value.includes('@')).toBe(true);
    // Other lines name the variables that this variable requires.
    for (const other of others) expect(other).toMatch(/required/);
  },
);

test('an address is shown without user name, password and query, and a long value is truncated', () => {
  expect(messageOf({ AI_URL: 'https://ann:pass@models.example.com/v1?key=secret' })).toContain(
    'Value: "…@models.example.com/v1?…".',
  );
  expect(messageOf({ TAX_RATES: `[${'1'.repeat(1000)}` })).toMatch(/Value: "\[1{79}…"\.$/);
});

test('all problems are listed together, including missing variables that others require', () => {
  const variables = {
    PORT: 'x',
    MIGRATE: 'x',
    LOG_LEVEL: '',
    DATABASE_URL: 'postgres://db/tradepost',
    DATABASE_APP_ROLE: 'one_role',
    DATABASE_SYSTEM_ROLE: 'one_role',
    AI_KEY: 'pass-phrase',
    MKA_PRINCIPAL: 'x',
    SUPPORT_MAIL_SECRET: '0123456789abcdef',
    STORAGE_URL: 'https://store.example/',
    TAX_RATES: '[]',
  };
  const rates = () => {
    throw new Error('TAX_RATES: 0.country: must be a code');
  };
  expect(() => readConfig(variables, { TAX_RATES: rates })).toThrow(
    [
      'Invalid environment variables:',
      'PORT: must be a whole number from 0 to 65535. Value: "x".',
      'MIGRATE: must be auto or off. Value: "x".',
      'MKA_PRINCIPAL: must be the name of a user or a role, in the form arn:…:user/tradepost. Value: "x".',
      'TAX_RATES: 0.country: must be a code. Value: "[]".',
      'MASTER_KEY: is required with DATABASE_URL. It must be 64 hexadecimal digits (32 bytes), as `openssl rand -hex 32` prints them.',
      'DATABASE_SYSTEM_ROLE: must differ from DATABASE_APP_ROLE. Value: "one_role".',
      'SUPPORT_REPLY_TO: required, because SUPPORT_REPLY_TO, SUPPORT_MAIL_SECRET are required together.',
      'AI_URL, AI_MODEL, AI_PRICES: required, because AI_URL, AI_KEY, AI_MODEL, AI_PRICES are required together.',
      'MKA_ACCESS_KEY_ID, MKA_SECRET_ACCESS_KEY: required, because MKA_ACCESS_KEY_ID, MKA_SECRET_ACCESS_KEY, MKA_PRINCIPAL are required together.',
      'STORAGE_URL: must name a bucket, such as https://host/bucket. Value: "https://store.example/".',
      'STORAGE_ACCESS_KEY_ID, STORAGE_SECRET_ACCESS_KEY: required, because STORAGE_URL is a bucket.',
    ].join('\n'),
  );
});

test.each(['smtp://', 'smtp://:25', 'smtp:mail', 'smtps:///mail'])(
  '%s is rejected, because it does not name a mail server',
  (address) => {
    expect(messageOf({ SMTP_URL: address })).toMatch(/^SMTP_URL: must be a URL of a mail server /m);
  },
);

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', MASTER_KEY: '' }).port).toBe(8080);
  expect(messageOf({ DATABASE_URL: 'postgres://db/tradepost', MASTER_KEY: '' })).toContain(
    'MASTER_KEY: is required',
  );
  expect(messageOf({ DATABASE_URL: 'postgres://db/tradepost', MASTER_KEY: key })).toBe('');
});

test('the operator’s language model may be on a private network, and its prices are exact decimals', () => {
  const config = readConfig({ ...ai, AI_URL: 'http://10.0.0.1:8000/v1/', AI_PRICES: '0.000000001,60' });
  expect(config.ai).toEqual({
    url: 'http://10.0.0.1:8000/v1',
    model: 'm',
    prices: { input: '0.000000001', output: '60' },
  });
  expect(readConfig({}).ai).toBeUndefined();
});
