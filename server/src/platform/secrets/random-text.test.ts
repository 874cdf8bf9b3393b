import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { looksRandom } from './random-text.ts';

const base32 = (bytes: Buffer) =>
  [...bytes].map((byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]).join('');

/** Tokens of usual forms, from bytes that are identical in every run. */
const tokens = Array.from({ length: 500 }, (_, index) => {
  const bytes = createHash('sha256').update(`token ${index}`).digest();
  return [
    bytes.toString('hex'),
    bytes.subarray(0, 16).toString('hex'),
    bytes.toString('base64url'),
    bytes.subarray(0, 18).toString('base64url'),
    base32(bytes),
  ];
}).flat();

test('at least 97 percent of tokens of usual forms are recognized as random', () => {
  const missed = tokens.filter((token) => !looksRandom(token));
  expect(missed.length / tokens.length).toBeLessThan(0.03);
});

test.each([
  '4f9aK2mQ8xZ1pL0sV7bN3c',
  'document-4f9aK2mQ8xZ1pL0sV7bN3cT5.pdf',
  '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms',
  'd41d8cd98f00b204e9800998ecf8427e',
  '550e8400-e29b-41d4-a716-446655440000',
])('%s looks random', (text) => {
  expect(looksRandom(text)).toBe(true);
});

test.each([
  '',
  'tradepost',
  'end-user-license-agreement-2024-v2.pdf',
  'EULA_2024_final_v3_signed_20240115.pdf',
  'MasterSubscriptionAgreementV2Final2024',
  'StandardContractForMarketplaces',
  'End User License Agreement 2024',
  'windows-11-24h2-x64-en-us-v1.2.3',
  'python3-numpy1-cuda12-ubuntu22-x86_64',
  '2024-01-15T12-00-00-000Z',
  '20240115T120000Z_20240116T120000Z',
  'offer-2j4tq7sfl2xay',
  '123456789012345678901234567890',
  'user@company-with-a-long-name.example',
])('%s does not look random', (text) => {
  expect(looksRandom(text)).toBe(false);
});
