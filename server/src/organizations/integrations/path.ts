import type { WithParameters } from '../../platform/http/route.ts';
import { integrationErrors } from './errors.ts';
import type { Name } from './store.ts';

/** The parameters of the path of one integration. */
export type InPath = WithParameters<'partner' | 'service'>['params'];

export const nameOf = ({ params }: { params: InPath }): Name => ({
  partner: params.partner.toUpperCase(),
  service: params.service.toUpperCase(),
});

export const group = 'Organization';

/** What the operations on one integration have in common. */
export const one = {
  path: '/org/{orgId}/integration/{partner}/{service}',
  group,
  errors: [integrationErrors.integration_not_found.definition],
} as const;
