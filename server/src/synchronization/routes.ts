import { Partner } from '../marketplaces/records/index.ts';
import { integrationErrors } from '../organizations/index.ts';
import { route } from '../platform/http/route.ts';
import { fieldOf, idText, record } from '../platform/records/fields.ts';
import { findSyncIntegration } from './import-store.ts';
import { requestImport } from './requests.ts';

const MarketplaceImportReceipt = record('MarketplaceImportReceipt', 'An import in progress.', {
  operationID: idText('Identifier of the operation that imports.'),
  partner: fieldOf(Partner, 'The marketplace.'),
});

const { integration_not_found } = integrationErrors;

const importRoute = route({
  method: 'POST',
  path: '/org/{orgId}/integration/{partner}/{service}/import',
  operationId: 'importFromMarketplace',
  group: 'Organization',
  summary: 'Import the organization’s records from a marketplace',
  description:
    'Imports products, offers made in the marketplace’s portal, and agreements with their buyers and terms. The first ' +
    'verification of the integration starts it automatically; a cancelled import continues. One event covers all imported records: ' +
    'UPDATE.INTEGRATION with info.change IMPORT. Only integrations of service MARKETPLACE have an import.',
  access: 'integrations:write',
  response: MarketplaceImportReceipt,
  responseDescription: 'The operation that imports',
  errors: [integration_not_found.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, { params }) => {
      const partner = params.partner.toUpperCase();
      const isMarketplace = params.service.toUpperCase() === 'MARKETPLACE';
      if (!isMarketplace || !(await findSyncIntegration(scope, partner))) throw integration_not_found();
      return { body: { operationID: await requestImport(scope, partner), partner } };
    },
  },
});

export const synchronizationRoutes = () => [importRoute];
