import { type Route, route } from '../platform/http/route.ts';
import { advanceClock, encodeClock, selectClock } from './clock.ts';
import { requireTest, sandboxErrors } from './errors.ts';
import { SandboxClock, SandboxClockAdvance } from './records.ts';

const path = '/org/{orgId}/sandbox/clock';
const group = 'Sandbox';
const testOnly = sandboxErrors.not_a_test_organization.definition;
const responseExample = {
  time: '2027-01-20T10:00:00.000Z',
  systemTime: '2026-12-21T10:00:00.000Z',
  advancingTo: '2027-03-01T00:00:00.000Z',
  operationId: 'job_01m7z53qrwf3raysksbfq2fp2q',
};

/** Returns the routes of an organization's test clock. */
export const clockRoutes = (): Route[] => [
  route({
    method: 'GET',
    path,
    operationId: 'getSandboxClock',
    group,
    summary: 'Get the test clock of the organization',
    access: 'organization:read',
    response: SandboxClock,
    responseExample,
    responseDescription: 'The clock',
    errors: [testOnly],
    run: {
      kind: 'batch',
      batch: (scope) => {
        requireTest(scope);
        return { statements: [selectClock(scope)], respond: ([rows]) => ({ body: encodeClock(rows?.[0]) }) };
      },
    },
  }),
  route({
    method: 'POST',
    path,
    operationId: 'advanceSandboxClock',
    group,
    summary: 'Advance the test clock of the organization',
    description:
      'All events that are due in between run in order, each at its own time: starts, ends, renewals, expiry, ' +
      'scheduled changes, here and at the marketplaces of the sandbox. The call returns immediately; the advance is an ' +
      'operation that can be followed and cancelled, and that survives a restart. The clock only advances.',
    access: 'sandbox:write',
    body: SandboxClockAdvance,
    example: { advance: 'P30D' },
    response: SandboxClock,
    responseExample,
    responseDescription: 'The clock with the target of the advance',
    errors: [sandboxErrors.clock_advancing.definition, testOnly],
    run: {
      kind: 'transaction',
      handle: async (scope, { body }) => ({ body: await advanceClock(scope, body) }),
    },
  }),
];
