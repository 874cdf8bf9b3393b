import type { JWTVerifyGetKey } from 'jose';
import type { MarketplaceAdapter, Purchase } from '../adapter.ts';
import { MarketplaceError } from '../errors.ts';
import { verifySigned } from '../signing-keys.ts';
import { refusal } from './errors.ts';
import type { Procurement } from './procurement/procurement.ts';
import { type Entitlement, idIn, productOf, stateOf, waitsForApproval } from './procurement/records.ts';

/** The service account of the vendor that signs landing tokens. */
export const landingSigner = 'cloud-commerce-partner@system.gserviceaccount.com';
const issuer = `https://www.googleapis.com/robot/v1/metadata/x509/${landingSigner}`;
/** Validity of a landing token, and the accepted difference between the clocks, in seconds. */
const [validS, toleranceS] = [300, 30];

type Deps = {
  keys: JWTVerifyGetKey;
  procurement: Procurement;
  /** Returns the domain for which the seller's tokens are issued. */
  domain: () => string;
  /** Returns the seller's message to buyers whose order waits for approval, if any. */
  waitingMessage: () => string | undefined;
  now: () => Date;
};

/**
 * Creates the adapter method that resolves landing tokens. A browser may send a token many times at once; these visits
 * share one resolution.
 */
export function createPurchasePort(deps: Deps): Required<Pick<MarketplaceAdapter, 'resolvePurchase'>> {
  const running = new Map<string, Promise<Purchase>>();
  return {
    resolvePurchase: (token) => {
      const known = running.get(token);
      if (known) return known;
      const begun = resolve(deps, token).finally(() => running.delete(token));
      running.set(token, begun);
      return begun;
    },
  };
}

/**
 * Resolves a token, which names the buyer's account and its orders. The domain may belong to many sellers of this
 * installation, so the account must exist with the seller's provider.
 */
async function resolve(deps: Deps, token: string): Promise<Purchase> {
  const { keys, procurement, domain, now } = deps;
  const { sub: accountId = '', google } = await verifySigned(token, keys, {
    algorithms: ['RS256'],
    issuer,
    audience: domain(),
    requiredClaims: ['exp', 'iat', 'sub'],
    maxTokenAge: validS,
    clockTolerance: toleranceS,
    currentDate: now(),
  });
  if (!(await procurement.readAccount(accountId))) throw foreignAccount();
  const orders = ordersIn(google);
  const one = newestOf(await procurement.listOfAccount(accountId), orders);
  if (one && waitsForApproval(one)) await showMessage(deps, one);
  return one ? purchaseOf(accountId, one) : { externalBuyerId: accountId, externalProductId: undefined };
}

/** Shows the seller's message at an order that waits. The buyer's landing does not depend on the message. */
async function showMessage({ procurement, waitingMessage }: Deps, one: Entitlement): Promise<void> {
  const text = waitingMessage();
  if (text === undefined || one.messageToUser === text) return;
  await procurement.setMessage(idIn(one.name), text).catch((error: unknown) => {
    if (!(error instanceof MarketplaceError)) throw error;
  });
}

const foreignAccount = () =>
  refusal('NOT_FOUND', 'The account of the buyer does not exist. Start again from the marketplace.');

/** Returns the order ids in a token; undefined if the token has none. */
function ordersIn(google: unknown): readonly string[] | undefined {
  const { orders } = (google ?? {}) as { orders?: unknown };
  return Array.isArray(orders) ? orders.filter((one) => typeof one === 'string') : undefined;
}

/**
 * Finds the order for which the buyer arrives: one that waits for its approval, or else the newest. A token without
 * orders names the account only, which determines the order only if the account has a single one.
 */
function newestOf(
  all: readonly Entitlement[],
  orders: readonly string[] | undefined,
): Entitlement | undefined {
  const live = all.filter((one) => stateOf(one) !== 'CANCELLED');
  const found = orders ? live.filter(({ orderId }) => orderId && orders.includes(orderId)) : live;
  if (!orders && found.length > 1) return undefined;
  const newestFirst = found.toSorted((one, other) =>
    (one.createTime ?? '') < (other.createTime ?? '') ? 1 : -1,
  );
  return newestFirst.find(waitsForApproval) ?? newestFirst[0];
}

const purchaseOf = (externalBuyerId: string, one: Entitlement): Purchase => ({
  externalBuyerId,
  externalProductId: productOf(one),
  externalAgreementId: idIn(one.name),
  planId: one.plan || undefined,
});
