import { expect, test } from 'vitest';
import { readConfig } from '../platform/system/config.ts';
import { startWarnings } from './warnings.ts';

test.each([
  [{ BASE_URL: 'https://tradepost.example' }, 1],
  [{ BASE_URL: 'https://tradepost.example', TRUST_PROXY: 'true' }, 0],
  [{ BASE_URL: 'https://tradepost.example', TRUST_PROXY: '2' }, 0],
  [{ BASE_URL: 'http://tradepost.example' }, 0],
  [{}, 0],
])('a proxy that is not trusted causes a warning: %j', (environment, count) => {
  const warnings = startWarnings(readConfig(environment));
  expect(warnings).toHaveLength(count);
  for (const warning of warnings) expect(warning).toContain('Set TRUST_PROXY to true');
});

test.each([
  ['false', 0],
  ['true', 1],
  ['3', 3],
])('TRUST_PROXY=%s means %i trusted proxies', (value, proxies) => {
  expect(readConfig({ TRUST_PROXY: value }).proxies).toBe(proxies);
});
