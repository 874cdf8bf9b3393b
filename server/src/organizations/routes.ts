import { z } from 'zod';
import { route } from '../platform/route.ts';
import { OrganizationRow } from './records.ts';
import { listOrganizations } from './service.ts';

export const organizationRoutes = () => [
  route({
    method: 'GET',
    path: '/org',
    operationId: 'listOrganizations',
    group: 'Organization',
    summary: 'List the organizations that the caller may use',
    access: 'principal',
    response: z.array(OrganizationRow),
    responseDescription: 'The organizations, in order of their creation',
    run: {
      kind: 'principal',
      handle: async ({ principal, database }) => ({ body: await listOrganizations(database, principal) }),
    },
  }),
];
