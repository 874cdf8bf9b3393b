import type { Logger } from 'pino';
import { NotConnected } from '../../marketplaces/connections/index.ts';
import {
  type AdapterRegistry,
  type AgreementSnapshot,
  isLandingAddress,
  type MarketplaceAdapter,
  MarketplaceError,
  type Purchase,
} from '../../marketplaces/index.ts';
import { type OrganizationStatus, outOfService } from '../../platform/access/organization-states.ts';
import type { InOrganization, OrgTransaction } from '../../platform/access/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { findListing, findProduct } from '../../products/index.ts';
import { applyPurchase, readAgreement } from '../agreements/index.ts';
import type { EntitlementRow } from '../columns.ts';
import { type SignatureDeps, signParameters } from './signature.ts';

export type LandingDeps = SignatureDeps & {
  registry: AdapterRegistry;
  database: Database;
  inOrganization: InOrganization;
  log: Logger;
  wake: () => void;
};

/** Who came, to whom, and with what. */
export type Visit = {
  partner: string;
  organizationId: string;
  requestId: string;
  /** Reads a parameter of what was sent. */
  parameter: (name: string) => string | undefined;
};

/** Where a visit ends. */
export type Landing =
  /** The page of the seller that the buyer goes on to. */
  | { outcome: 'bought'; goesOnTo: string | undefined }
  /** It is not said why: nobody learns from it which organizations there are. */
  | { outcome: 'refused' }
  | { outcome: 'later'; retryAfterMs: number };

const refused: Landing = { outcome: 'refused' };
const usualWaitMs = 30_000;
const longestToken = 8192;

/**
 * Receives a buyer whom a marketplace sends after a purchase: asks the marketplace what was bought, outside of every
 * transaction, and finds or makes the entitlement. It never throws, and its token stands in no line of the log.
 */
export async function land(deps: LandingDeps, visit: Visit): Promise<Landing> {
  const { organizationId, partner } = visit;
  let token: string | undefined;
  try {
    const seller = await findSeller(deps.database, organizationId);
    const adapter = seller && (await deps.registry.find({ organizationId, ...seller }, partner));
    const name = adapter?.describe().purchaseTokenParameter;
    token = name && visit.parameter(name);
    if (!adapter?.resolvePurchase || !token || token.length > longestToken) return refused;
    if (seller && outOfService.includes(seller.status))
      return { outcome: 'later', retryAfterMs: usualWaitMs };
    const purchase = await adapter.resolvePurchase(token);
    const agreement = await agreementOf(adapter, purchase);
    const bought = await deps.inOrganization(organizationId, visit.requestId, async (scope) => {
      const entitlement = await applyPurchase(scope, partner, purchase, agreement);
      return { entitlement, url: await fulfillmentUrl(scope, partner, entitlement) };
    });
    deps.wake();
    return {
      outcome: 'bought',
      goesOnTo: bought.url && (await addressOf(deps, bought.url, bought.entitlement)),
    };
  } catch (error) {
    const { kind, retryAfterMs, message } = error as Partial<MarketplaceError> & Error;
    const isRefusal =
      error instanceof NotConnected || (error instanceof MarketplaceError && kind === 'refused');
    const said = token ? message.replaceAll(token, '…') : message;
    deps.log[isRefusal ? 'info' : 'warn'](
      { organizationId: isRefusal ? undefined : organizationId, partner, kind, error: said },
      'a buyer who came from a marketplace was not received',
    );
    return isRefusal ? refused : { outcome: 'later', retryAfterMs: retryAfterMs ?? usualWaitMs };
  }
}

type Seller = RowOf<'organization', 'environment' | 'status', { status: OrganizationStatus }>;

/** The organization that a visit is to, unless it was deleted. */
async function findSeller(database: Database, organizationId: string): Promise<Seller | undefined> {
  const [row] = await database.transaction(
    ({ query }) =>
      query<Seller>({
        name: 'find_seller',
        text: `SELECT environment, status FROM organization WHERE organization_id = $1 AND status <> 'DELETED'`,
        values: [organizationId],
      }),
    'system',
  );
  return row;
}

/** The agreement, where the marketplace shows it already: if not, the purchase is taken without it. */
async function agreementOf(
  adapter: MarketplaceAdapter,
  { externalAgreementId }: Purchase,
): Promise<AgreementSnapshot | undefined> {
  if (externalAgreementId === undefined) return undefined;
  return readAgreement(adapter, externalAgreementId).catch(() => undefined);
}

/** Where buyers of the product sign up with the seller; never at our own landing, which they come from. */
async function fulfillmentUrl(
  scope: OrgTransaction,
  partner: string,
  { product_id: productId, external_product_id: externalId }: EntitlementRow,
): Promise<string | undefined> {
  const product = productId
    ? await findProduct(scope, productId)
    : externalId
      ? await findListing(scope, partner, externalId)
      : undefined;
  const url = product?.fulfillment_url;
  return url && !isLandingAddress(url, scope.organizationId) ? url : undefined;
}

/** Makes the address of the seller's page, with what was bought and a signature of that. */
async function addressOf(
  deps: SignatureDeps,
  url: string,
  { organization_id: organizationId, id, partner, type }: EntitlementRow,
): Promise<string | undefined> {
  if (!URL.canParse(url)) return undefined;
  const address = new URL(url);
  if (!['http:', 'https:'].includes(address.protocol)) return undefined;
  const parameters = {
    tradepostEntitlementId: id,
    partner: (partner ?? '').toLowerCase(),
    offerType: type ?? 'DEFAULT',
  };
  const tradepostSignature = await signParameters(deps, organizationId, parameters);
  for (const [name, value] of Object.entries({ ...parameters, tradepostSignature }))
    address.searchParams.set(name, value);
  return address.href;
}
