import { expect, test } from 'vitest';
import { readSchema, schemaAddress, versionFor } from './versions.ts';

test.each([
  ['private-offer', '2022-07-01', '2022-07-01'],
  ['private-offer', '2023-07-14', '2022-07-01'],
  ['private-offer', '2023-07-15', '2023-07-15'],
  ['private-offer', '2024-09-30', '2024-09-30'],
  ['private-offer', '2026-01-31', '2024-09-30'],
  ['private-offer', '2026-02-01', '2026-02-01'],
  ['private-offer', '2099-01-01-preview3', '2026-02-01'],
  ['price-and-availability-private-offer-plan', '2025-05-31', '2023-07-15'],
  ['price-and-availability-private-offer-plan', '2025-06-01', '2025-06-01'],
  ['configure', '2030-01-01', '2022-07-01'],
  ['configure-status', '2030-01-01', '2022-07-01'],
  ['product', '2030-01-01', '2022-07-01'],
  ['plan', '2030-01-01', '2022-07-01'],
] as const)('%s is answered to a caller of %s in the version %s', (name, limit, version) => {
  expect(versionFor(name, limit)).toBe(version);
  expect(readSchema(schemaAddress(name, version))).toEqual({ name, version });
});

test('a version before the oldest one, and an address of another schema are refused', () => {
  expect(() => versionFor('private-offer', '2022-06-30')).toThrow('no version');
  expect(() => versionFor('price-and-availability-private-offer-plan', '2023-07-14')).toThrow('no version');
  expect(readSchema(schemaAddress('private-offer', '2025-01-01'))).toBeUndefined();
  expect(readSchema('https://schema.example/schema/private-offer/2023-07-15')).toBeUndefined();
  for (const part of ['customer', 'csp', 'mpo-originator', 'mpo-channel-partner'])
    expect(readSchema(`https://schema.mp.microsoft.com/schema/private-offer-${part}/2023-07-15`)).toEqual({
      name: 'private-offer',
      version: '2023-07-15',
    });
});
