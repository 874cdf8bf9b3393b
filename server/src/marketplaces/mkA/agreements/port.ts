import type { AgreementViewSummary } from '@aws-sdk/client-marketplace-agreement';
import type { MarketplaceAdapter } from '../../adapter.ts';
import { done } from '../../changes.ts';
import { MarketplaceError } from '../../errors.ts';
import type { AgreementSnapshot } from '../../snapshots.ts';
import { tokenOf } from '../change-sets.ts';
import { refusal } from '../errors.ts';
import { inOrder } from '../in-order.ts';
import type { ProductFacts } from '../products.ts';
import type { AgreementCalls } from './agreement-calls.ts';
import { showAgreement } from './show.ts';

type Port = Required<
  Pick<
    MarketplaceAdapter,
    | 'readAgreement'
    | 'findAgreement'
    | 'listAgreements'
    | 'approveAgreement'
    | 'cancelAgreement'
    | 'changeQuantity'
  >
>;

type Deps = { calls: AgreementCalls; products: ProductFacts; now: () => Date };

/** After so long lists are looked at again that lag behind. */
const listingMs = 30_000;

/** Reads an agreement with all that is known of it; less is asked for where some of it is known. */
function createRead({ calls, products, now }: Deps) {
  /** The agreements of the chain, where there is more than one. @throws MarketplaceError where they are not listed yet */
  const chainOf = async (id: string, first: string | undefined): Promise<AgreementViewSummary[]> => {
    if (!first || first === id) return [];
    const chain = await calls.searchAll({ InitialAgreementId: first }, 'StartTime');
    // Without those before it, it would be taken for an agreement that follows none.
    if (chain.some(({ agreementId }) => agreementId === id)) return chain;
    const words = 'The marketplace does not list yet which agreement this one follows.';
    throw new MarketplaceError(`NOT_LISTED_YET: ${id}`, {
      kind: 'throttled',
      readable: words,
      retryAfterMs: listingMs,
    });
  };

  /** What is summed up of an agreement: it says when it last changed, which its description does not. */
  const summaryOf = async (id: string, offerId: string | undefined, chain: readonly AgreementViewSummary[]) =>
    [...chain, ...(chain.length === 0 && offerId ? await calls.searchAll({ OfferId: offerId }) : [])].find(
      ({ agreementId }) => agreementId === id,
    );

  const entitlementsOf = async (productId: string | undefined, license: string | undefined) => {
    const code = productId && license ? await products.codeOf(productId) : undefined;
    return code && license ? calls.entitlements(code, license) : [];
  };

  return async (id: string, known?: AgreementViewSummary, ends?: ReadonlySet<string>) => {
    const described = await calls.describe(id);
    if (!described) return undefined;
    const [terms, grants, asked, chain] = await Promise.all([
      calls.terms(id),
      calls.grants(id),
      ends ?? calls.endsAsked(id),
      chainOf(id, described.initialAgreementId),
    ]);
    const summary = known ?? (await summaryOf(id, described.proposalSummary?.offerId, chain));
    const entitlements = await entitlementsOf(
      described.proposalSummary?.resources?.[0]?.id,
      grants.find(({ licenseArn }) => licenseArn)?.licenseArn,
    );
    const isEndAsked = asked.has(id);
    return showAgreement(id, {
      summary,
      described,
      terms,
      grants,
      chain,
      entitlements,
      isEndAsked,
      now: now(),
    });
  };
}

/** Creates the part of the port that is about agreements. */
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
      const ends = agreements.length > 0 ? await calls.endsAsked() : new Set<string>();
      const items = await inOrder(agreements, (summary) =>
        summary.agreementId ? read(summary.agreementId, summary, ends) : Promise.resolve(undefined),
      );
      return { items: items.filter((item): item is AgreementSnapshot => item !== undefined), cursor: next };
    },
    approveAgreement: async () => {
      throw refusal('NOT_SUPPORTED', 'The marketplace asks for no approval of the seller.');
    },
    cancelAgreement: async (id, key) => {
      await calls.askForEnd(id, tokenOf('end', id, key));
      return done(id);
    },
    changeQuantity: async () => {
      throw refusal(
        'NOT_SUPPORTED',
        'The marketplace does not let sellers change quantities. Make an offer that builds on the agreement.',
      );
    },
  };
}
