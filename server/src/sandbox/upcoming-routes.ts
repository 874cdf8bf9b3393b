import { z } from 'zod';
import { type Route, route } from '../platform/http/route.ts';
import { readUpcoming, type UpcomingSource } from '../platform/jobs/upcoming.ts';
import { wholeParameter } from '../platform/lists/pagination.ts';
import { requireTest, sandboxErrors } from './errors.ts';
import { SandboxUpcoming } from './records.ts';
import { sandboxUpcoming } from './upcoming.ts';

const usual = 50;

/** @param sources lists of upcoming events of all slices */
export const upcomingRoute = (sources: readonly UpcomingSource[]): Route =>
  route({
    method: 'GET',
    path: '/org/{orgId}/sandbox/upcoming',
    operationId: 'listSandboxUpcoming',
    group: 'Sandbox',
    summary: 'List upcoming events',
    description:
      'Lists, soonest first, the known events that occur when the organization’s clock advances. ' +
      'Internal schedules, such as checks for notices, are not listed.',
    access: 'organization:read',
    query: z.object({
      most: wholeParameter(1, 200, 'Maximum number of items', usual).optional(),
    }),
    response: z.array(SandboxUpcoming),
    responseExample: [
      {
        at: '2027-01-31T00:00:00.000Z',
        kind: 'OFFER_EXPIRES',
        entity: 'OFFER',
        entityId: 'ofr_01m7z53qrwf3raysksbfq2fp2q',
        name: 'Year of Acme',
      },
    ],
    responseDescription: 'The upcoming events',
    errors: [sandboxErrors.not_a_test_organization.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { query: { most = usual } }) => {
        requireTest(scope);
        return { body: await readUpcoming(scope, [...sources, ...sandboxUpcoming], most) };
      },
    },
  });
