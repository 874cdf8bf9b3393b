import { expect, test } from 'vitest';
import { cellsOf, problemsOf, readUsageFile } from '../src/pages/usage/csv-file.ts';

test('quoted cells keep commas, quotes and line breaks, and lines are numbered as in the file', () => {
  expect(cellsOf('a,b\r\n"x, ""y""\nz",1\n\n2,3')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['x, "y"\nz', '1'] },
    { line: 5, cells: ['2', '3'] },
  ]);
});

test('a line with a dimension and a line with columns for dimensions become the same record group', () => {
  const group = { entitlementID: 'ent_1', timestamp: '2027-01-01T00:00:00Z', records: { gpu: 1.5 } };
  const long = 'entitlementID,timestamp,dimension,quantity\nent_1,2027-01-01T00:00:00Z,gpu,1.5\n';
  const wide = '\uFEFFentitlementID,timestamp,records.gpu,records.cpu\nent_1,2027-01-01T00:00:00Z,1.5,\n';
  for (const text of [long, wide]) expect(readUsageFile(text).lines).toEqual([{ line: 2, group }]);
});

test('lines that the service cannot validate before the upload are counted, and invalid lines are named', () => {
  const text =
    'customerId,entitlementID,dimension,quantity\nacme,,gpu,1\n,,gpu,1\n,ent_1,gpu,"1,5"\n,ent_1,gpu\n';
  expect(readUsageFile(text)).toMatchObject({
    read: 4,
    lines: [],
    unchecked: 1,
    problems: [
      { line: 3, message: 'entitlementID: is required' },
      { line: 4, message: 'gpu: must be a number of at least 0, with a point as decimal separator' },
      { line: 5, message: 'has 3 cells; the first line has 4' },
    ],
  });
});

test('problems of the service are shown at the line of the file', () => {
  const sent = [2, 7].map((line) => ({ line, group: {} }));
  expect(problemsOf(sent, [{ pointer: '/1/records/gpu', message: 'is unknown' }])).toEqual([
    { line: 7, message: 'gpu: is unknown' },
  ]);
});
