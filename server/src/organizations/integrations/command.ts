import type { WithParameters } from '../../platform/http/route.ts';
import { integrationErrors } from '../errors.ts';
import type { Name } from './store.ts';

/** The path parameters of one integration. */
export type IntegrationParams = WithParameters<'partner' | 'service'>['params'];

export const nameOf = ({ params }: { params: IntegrationParams }): Name => ({
  partner: params.partner.toUpperCase(),
  service: params.service.toUpperCase(),
});

export const group = 'Organization';

/** Common definitions of all operations on one integration. */
export const one = {
  path: '/org/{orgId}/integration/{partner}/{service}',
  group,
  errors: [integrationErrors.integration_not_found.definition],
} as const;
