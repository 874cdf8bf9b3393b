import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { choices } from '../../console/src/pages/offers/choices.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

test('the console can filter offers by exactly the states that the service has', () => {
  const known: string[] = JSON.parse(read('../../openapi.json')).components.schemas.OfferStatus.enum;
  const offered = choices.find(({ name }) => name === 'status')?.options ?? [];
  expect([...offered].sort()).toEqual(known.filter((state) => state !== 'DELETED').sort());
});
