import type { OrgTransaction } from '../../platform/access/scope.ts';
import { MarketplaceError } from '../errors.ts';
import type { MarketplacePartner } from '../partners.ts';
import { fillMissing, judgeOffer } from '../rules/index.ts';
import type { OfferSpec } from '../specifications.ts';
import { fillsMissing } from '../strict.ts';

/**
 * Returns an offer with the values that the sandbox fills.
 * @throws MarketplaceError `refused` if the marketplace would reject a value of the offer, and in a strict sandbox also
 * if a value is missing
 */
export async function requireAccepted(
  scope: OrgTransaction,
  partner: MarketplacePartner,
  spec: OfferSpec,
): Promise<OfferSpec> {
  const { now } = scope;
  const refusals = judgeOffer(partner, spec, now);
  if (refusals.length === 0) return spec;
  const isFilled = await fillsMissing(scope);
  const wrong = refusals.find(({ isMissing }) => !(isMissing && isFilled));
  if (wrong) throw new MarketplaceError(wrong.code, { kind: 'refused', readable: wrong.readable });
  return fillMissing(partner, spec, refusals, now);
}
