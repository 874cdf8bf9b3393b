import { type Connectors, createConnectors, type ObtainDocument } from '../marketplaces/index.ts';
import { type DocumentDeps, obtainDocument } from '../offers/index.ts';
import type { InOrganization } from '../platform/access/scope.ts';
import type { InTransaction } from '../platform/http/route.ts';
import type { Config } from '../platform/system/config.ts';

type Deps = { config: Config; documents: DocumentDeps; inOrganization: InOrganization; now: () => Date };

/** Creates the connectors to real marketplaces, by the operator's keys and with the documents of sellers. */
export const createOwnConnectors = ({ config, documents, inOrganization, now }: Deps): Connectors =>
  createConnectors({
    marketplaceA: config.secrets.roleKeys,
    obtainDocument: createObtainDocument(documents, inOrganization),
    now,
  });

/** Gets documents of sellers for marketplaces that read them where the seller keeps them. */
const createObtainDocument =
  (deps: DocumentDeps, inOrganization: InOrganization): ObtainDocument =>
  (organizationId, url) => {
    const transaction: InTransaction = (work) => inOrganization(organizationId, 'documents', work);
    return obtainDocument(deps, { organizationId, transaction }, url);
  };
