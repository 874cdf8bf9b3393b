import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Row } from '../../platform/database/statement.ts';
import type { MarketplaceAdapter, Page, PageQuery } from '../adapter.ts';
import type { MarketplacePartner } from '../partners.ts';
import type { OfferSnapshot } from '../snapshots.ts';
import { listAgreements, type SandboxAgreement } from './agreement-store.ts';
import type { RunInOrganization } from './faults.ts';
import { listSandboxProducts, type SandboxProduct } from './product-store.ts';
import { openCatalogue } from './products.ts';
import { showAgreement } from './show-agreement.ts';
import { findOffers, listOffers, type SandboxOffer } from './store.ts';

export type ListPort = Required<Pick<MarketplaceAdapter, 'listProducts' | 'listOffers' | 'listAgreements'>>;

/** Maximum number of items on a page. */
const pageSize = 50;

type Lists = {
  inside: RunInOrganization;
  organizationId: string;
  partner: MarketplacePartner;
  show: (offer: SandboxOffer, now: Date) => OfferSnapshot;
};

/** Creates the adapter's list operations, with pages ordered by id. */
export function createListPort({ inside, organizationId, partner, show }: Lists): ListPort {
  return {
    listProducts: (query = {}) =>
      inside(async (scope) => {
        if (query.cursor === undefined) await openCatalogue(scope, partner);
        const products = await listSandboxProducts(scope, partner, portionOf(query));
        return pageOf<SandboxProduct, { externalId: string }>(products, ({ id }) => ({ externalId: id }));
      }),
    listOffers: (query = {}) =>
      inside(async (scope) =>
        pageOf(await listOffers(scope, partner, portionOf(query)), (offer) => show(offer, scope.now)),
      ),
    listAgreements: (query = {}) =>
      inside(async (scope) => {
        const agreements = await listAgreements(scope, partner, portionOf(query));
        const offers = await offersOf(scope, agreements);
        return pageOf(agreements, (agreement) =>
          showAgreement(organizationId, agreement, offers.get(offerIdOf(agreement) ?? '')),
        );
      }),
  };
}

export type Portion = { after: string; since: string | null; most: number };

/** Returns the range of a page, with one more item to detect whether a next page exists. */
const portionOf = ({ cursor, since }: PageQuery): Portion => ({
  after: cursor ?? '',
  since: since ?? null,
  most: pageSize + 1,
});

function pageOf<R extends Row & { id: string }, Item>(
  found: readonly R[],
  toItem: (row: R) => Item,
): Page<Item> {
  const shown = found.slice(0, pageSize);
  return {
    items: shown.map(toItem),
    cursor: found.length > pageSize ? shown.at(-1)?.id : undefined,
  };
}

const offerIdOf = ({ pending_offer_id: pending, sandbox_offer_id: own }: SandboxAgreement) => pending ?? own;

async function offersOf(
  scope: OrgTransaction,
  agreements: readonly SandboxAgreement[],
): Promise<ReadonlyMap<string, SandboxOffer>> {
  const ids = agreements.flatMap((agreement) => offerIdOf(agreement) ?? []);
  const offers = ids.length > 0 ? await findOffers(scope, ids) : [];
  return new Map(offers.map((offer) => [offer.id, offer]));
}
