import { createModel } from '../facts/model.ts';
import { meteringAdditions, withAdditions } from './facts/additions.ts';
import { ingestion } from './facts/ingestion.ts';
import { insights } from './facts/insights.ts';
import { metering } from './facts/metering.ts';
import { createFulfilment } from './fulfilment/operations.ts';
import { createIngestion } from './ingestion/operations.ts';
import { createMetering } from './metering/operations.ts';
import { showUsageError } from './metering/usage.ts';
import type { World } from './server.ts';
import type { Interface } from './service.ts';

/** Creates the marketplace’s interfaces, each with its base address, tokens and form of errors. */
export function createInterfaces(world: World): Interface[] {
  const ingestionModel = createModel(ingestion);
  return [
    {
      base: '/api',
      model: world.fulfilmentModel,
      resource: 'marketplace',
      run: createFulfilment(world),
      showError: ({ code, message }) => ({ error: { code, message } }),
      unauthorizedStatus: () => world.settings.unauthorizedStatus,
    },
    {
      base: '/api',
      model: createModel(withAdditions(metering, meteringAdditions)),
      resource: 'marketplace',
      run: createMetering(world),
      showError: showUsageError,
      unauthorizedStatus: () => world.settings.unauthorizedStatus,
    },
    {
      base: '/rp/product-ingestion',
      model: ingestionModel,
      resource: 'graph',
      run: createIngestion({ ...world, model: ingestionModel }),
      showError: ({ code, message, more }) => ({
        error: { code, message, details: 'details' in more ? more.details : [] },
      }),
      unauthorizedStatus: () => 401,
    },
    {
      base: '/insights/v1/cmp',
      model: createModel(insights),
      resource: 'insights',
      run: world.reports.operations,
      showError: ({ status, message }) => ({ value: [], totalCount: 0, message, statusCode: status }),
      unauthorizedStatus: () => 401,
    },
  ];
}
