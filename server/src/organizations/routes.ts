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
    responseExample: [
      {
        id: 'org_01m7z53qrwf3raysksbfq2fp2q',
        name: 'Acme',
        environment: 'TEST',
        status: 'ACTIVE',
        type: 'SELLER',
        partners: ['MKA', 'MKB'],
        userRole: 'ADMIN',
        creationTime: '2026-12-01T09:00:00.000Z',
        lastUpdateTime: '2026-12-01T09:00:00.000Z',
      },
    ],
    run: {
      kind: 'principal',
      handle: async ({ principal, database }) => ({ body: await listOrganizations(database, principal) }),
    },
  }),
];
