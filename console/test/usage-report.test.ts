import { expect, test } from 'vitest';
import { exchangeOf, isHeld, linesOfReport, stateOfReport } from '../src/pages/usage/report-state.ts';

const held = 'Check the usage at the marketplace, then resolve the report with the result.';

test('a report whose outcome is unknown waits for a check', () => {
  expect(isHeld({ status: 'CREATED', message: held })).toBe(true);
  expect(stateOfReport({ status: 'CREATED', message: held })).toBe('WAITING_FOR_A_CHECK');
  expect(stateOfReport({ status: 'CREATED' })).toBe('PENDING');
  expect(stateOfReport({ status: 'SUCCESS' })).toBe('ACCEPTED');
  expect(stateOfReport({ status: 'FAILED', message: 'Fix the cause, then retry the report.' })).toBe(
    'FAILED',
  );
});

test('each dimension of a report has the verdict of its marketplace', () => {
  const info = {
    reportedRecords: { gpu: 2 },
    includedRecords: { gpu: 1, calls: 5 },
    mkAMeteringResponse: { results: [{ status: 'Success', usageRecord: { dimension: 'gpu' } }] },
  };
  expect(linesOfReport({ info })).toMatchObject([
    { dimension: 'gpu', reported: 2, included: 1, verdict: 'Success' },
    { dimension: 'calls', reported: undefined, included: 5, verdict: undefined },
  ]);
  expect(exchangeOf({ info })).toEqual({ request: undefined, response: info.mkAMeteringResponse });
});
