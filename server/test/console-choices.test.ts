import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { choices } from '../../console/src/pages/offers/choices.ts';
import { isHeld } from '../../console/src/pages/usage/report-state.ts';
import { failureWords, heldWords, repeatWords } from '../src/metering/reports/words.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

test('the console can filter offers by exactly the states that the service has', () => {
  const known: string[] = JSON.parse(read('../../openapi.json')).components.schemas.OfferStatus.enum;
  const offered = choices.find(({ name }) => name === 'status')?.options ?? [];
  expect([...offered].sort()).toEqual(known.filter((state) => state !== 'DELETED').sort());
});

test('the console offers to resolve exactly the reports whose message asks for it', () => {
  const of = (message: string) => isHeld({ status: 'CREATED', message });
  expect(of(heldWords('gpu'))).toBe(true);
  expect(of(repeatWords({ code: 'INTERNAL' }, 'gpu'))).toBe(true);
  const rejected = { dimension: 'gpu', state: 'REJECTED' } as Parameters<typeof failureWords>[0];
  expect(of(failureWords(rejected, { kind: 'rejected', code: 'INVALID' }))).toBe(false);
});
