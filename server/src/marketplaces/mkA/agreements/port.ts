import type { AgreementViewSummary } from '@aws-sdk/client-marketplace-agreement';
import type { MarketplaceAdapter } from '../../adapter.ts';
import { completedChange } from '../../changes.ts';
import { MarketplaceError } from '../../errors.ts';
import { inOrder } from '../../in-order.ts';
import type { AgreementSnapshot } from '../../snapshots.ts';
import { tokenOf } from '../change-sets.ts';
import { refusal } from '../errors.ts';
import type { ProductFacts } from '../products.ts';
import type { AgreementCalls } from './agreement-calls.ts';
import type { CancellationRequests } from './cancellations.ts';
import { showAgreement } from './show.ts';

type Port = Required<
  Pick<
    MarketplaceAdapter,
    | 'readAgreement'
    | 'findAgreement'
    | 'listAgreements'
    | 'approveAgreement'
    | 'cancelAgreement'
    | 'withdrawCancellation'
    | 'changeQuantity'
  >
>;

type Deps = { calls: AgreementCalls; products: ProductFacts; now: () => Date };

/** Retry delay for an agreement that is not in the marketplace's lists yet. */
const listingMs = 30_000;

/**
 * Creates the function that reads an agreement with its terms, grants and requests. Data that the caller
 * already has is reused.
 */
function createRead({ calls, products, now }: Deps) {
  /**
   * Finds the chain of agreements that renew or replace each other; empty for a single agreement.
   * @throws MarketplaceError if the lists do not show the chain yet
   */
  const chainOf = async (id: string, first: string | undefined): Promise<AgreementViewSummary[]> => {
    if (!first || first === id) return [];
    const chain = await calls.searchAll({ InitialAgreementId: first }, 'StartTime');
    // Without its predecessors, the agreement would appear to be the first of its chain.
    if (chain.some(({ agreementId }) => agreementId === id)) return chain;
    const words = "The marketplace does not list the agreement's predecessor yet.";
    throw new MarketplaceError(`NOT_LISTED_YET: ${id}`, {
      kind: 'throttled',
      readable: words,
      retryAfterMs: listingMs,
    });
  };

  /** Finds the list entry of an agreement. Only the list entry contains the time of the last change. */
  const summaryOf = async (id: string, offerId: string | undefined, chain: readonly AgreementViewSummary[]) =>
    [...chain, ...(chain.length === 0 && offerId ? await calls.searchAll({ OfferId: offerId }) : [])].find(
      ({ agreementId }) => agreementId === id,
    );

  const entitlementsOf = async (productId: string | undefined, license: string | undefined) => {
    const code = productId && license ? await products.codeOf(productId) : undefined;
    return code && license ? calls.entitlements(code, license) : [];
  };

  return async (id: string, known?: AgreementViewSummary, requests?: CancellationRequests) => {
    const described = await calls.describe(id);
    if (!described) return undefined;
    const [terms, grants, asked, chain] = await Promise.all([
      calls.terms(id),
      calls.grants(id),
      requests ?? calls.lastRequests(id),
      chainOf(id, described.initialAgreementId),
    ]);
    const summary = known ?? (await summaryOf(id, described.proposalSummary?.offerId, chain));
    const entitlements = await entitlementsOf(
      described.proposalSummary?.resources?.[0]?.id,
      grants.find(({ licenseArn }) => licenseArn)?.licenseArn,
    );
    const last = asked.get(id);
    return showAgreement(id, {
      summary,
      described,
      terms,
      grants,
      chain,
      entitlements,
      cancellationRequest: last && (await calls.explained(id, last)),
      now: now(),
    });
  };
}

/** Creates the adapter methods for agreements. */
export function createAgreementPort(deps: Deps): Port {
  const { calls } = deps;
  const read = createRead(deps);
  return {
    readAgreement: (id) => read(id),
    findAgreement: async (externalOfferId) => {
      const { agreements } = await calls.search({ OfferId: externalOfferId });
      return agreements[0]?.agreementId;
    },
    listAgreements: async ({ cursor, since } = {}) => {
      const filters: Record<string, string> = since ? { AfterLastUpdateTime: since } : {};
      const { agreements, next } = await calls.search(filters, { token: cursor });
      const requests = agreements.length > 0 ? await calls.lastRequests() : new Map();
      const items = await inOrder(agreements, (summary) =>
        summary.agreementId ? read(summary.agreementId, summary, requests) : Promise.resolve(undefined),
      );
      return { items: items.filter((item): item is AgreementSnapshot => item !== undefined), cursor: next };
    },
    approveAgreement: async () => {
      throw refusal('NOT_SUPPORTED', 'This marketplace has no seller approval of purchases.');
    },
    cancelAgreement: async (id, key, reason) => {
      await calls.askForEnd(id, tokenOf('end', id, key), reason);
      return completedChange(id);
    },
    withdrawCancellation: (id, description) => calls.withdrawRequests(id, description),
    changeQuantity: async () => {
      throw refusal(
        'NOT_SUPPORTED',
        'This marketplace does not let sellers change quantities. Create an offer that amends the agreement.',
      );
    },
  };
}
