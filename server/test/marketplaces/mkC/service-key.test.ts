import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readKey } from '../../../src/marketplaces/mkC/service-key.ts';

const fileOf = (modulusLength: number, type: 'pkcs1' | 'pkcs8') => ({
  type: 'service_account',
  client_email: 'seller@project.iam.gserviceaccount.com',
  private_key: generateKeyPairSync('rsa', { modulusLength })
    .privateKey.export({ type, format: 'pem' })
    .toString(),
});

test('a key in the older format is converted to the format that signs', () => {
  const file = fileOf(2048, 'pkcs1');
  const pem = createPrivateKey(file.private_key).export({ type: 'pkcs8', format: 'pem' });
  expect(readKey(file)).toMatchObject({ privateKey: pem });
});

test('a key that is too short to sign with is refused', () => {
  expect(readKey(fileOf(1024, 'pkcs8'))).toBe('NOT_A_KEY');
});
