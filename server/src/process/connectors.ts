import type { Connectors } from '../marketplaces/index.ts';
import { createConnectors, type ObtainDocument } from '../marketplaces/wiring.ts';
import { type DocumentDeps, obtainDocument } from '../offers/wiring.ts';
import type { InOrganization } from '../platform/access/scope.ts';
import type { Addresses } from '../platform/addresses.ts';
import type { InTransaction } from '../platform/http/route.ts';
import type { Config } from '../platform/system/config.ts';

type Deps = {
  config: Config;
  documents: DocumentDeps;
  inOrganization: InOrganization;
  addresses: Addresses;
  clock: { now: () => Date };
};

/** Creates the connectors to real marketplaces, with the operator's keys and access to sellers' documents. */
export const createOwnConnectors = ({
  config,
  documents,
  inOrganization,
  addresses,
  clock,
}: Deps): Connectors =>
  createConnectors({
    marketplaceA: config.secrets.roleKeys,
    obtainDocument: createObtainDocument(documents, inOrganization),
    baseUrl: addresses.baseUrl,
    now: clock.now,
  });

/** Creates the function that fetches a seller's document, for marketplaces that need its content. */
const createObtainDocument =
  (deps: DocumentDeps, inOrganization: InOrganization): ObtainDocument =>
  (organizationId, url) => {
    const transaction: InTransaction = (work) => inOrganization(organizationId, 'documents', work);
    return obtainDocument(deps, { organizationId, transaction }, url);
  };
