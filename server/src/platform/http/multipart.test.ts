import { expect, test } from 'vitest';
import { placesFor } from './multipart.ts';

test.each([
  ['the usual limit', 10_485_760, { slots: 32, perKey: 8 }],
  ['small files', 20_000, { slots: 32, perKey: 8 }],
  ['files of 40 MiB', 41_943_040, { slots: 8, perKey: 2 }],
  ['the largest files', 100_000_000, { slots: 4, perKey: 1 }],
])('the number of files in memory at the same time: %s', (_what, fileLimit, places) => {
  expect(placesFor(fileLimit)).toEqual(places);
});
