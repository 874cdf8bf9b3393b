import { listed } from '../../rules/checks.ts';
import { refusal } from '../errors.ts';
import { idIn } from '../procurement/records.ts';
import type { AmendmentTarget, PrivateOffer } from './records.ts';

type Amended = Pick<
  NonNullable<PrivateOffer['singleProductOffer']>,
  'amendedPrivateOffer' | 'amendedStandardOffer'
>;

const field = 'metaInfo.replacedOfferResourceName';

/**
 * Returns the members that name the offer which a new offer amends. A public offer that the buyer holds is amended
 * without being named by the seller; a private offer only if the seller names it, because its terms end.
 * @param replaced the id of the offer that the seller wants to replace
 * @throws MarketplaceError if the marketplace requires another offer than the seller names
 */
export function amendedBy(target: AmendmentTarget, replaced: string | undefined): Amended {
  const { requiredPrivateOffer, requiredStandardOffer, optionalOffers } = target;
  if (requiredStandardOffer) return { amendedStandardOffer: requiredStandardOffer };
  const optional = optionalOffers?.privateOffers ?? [];
  const possible = requiredPrivateOffer ? [requiredPrivateOffer] : optional;
  const chosen = possible.find((name) => idIn(name) === replaced);
  if (chosen) return { amendedPrivateOffer: chosen };
  if (requiredPrivateOffer)
    throw refusal(
      'FAILED_PRECONDITION',
      `${field}: The buyer holds the private offer ${idIn(requiredPrivateOffer)} of this product, which a new offer must replace. Set isReplacementOffer, and name this offer.`,
    );
  if (replaced === undefined) return {};
  throw refusal(
    'FAILED_PRECONDITION',
    possible.length > 0
      ? `${field}: The marketplace allows to replace only these offers of the buyer: ${listed(possible.map(idIn))}.`
      : `${field}: The buyer holds no private offer of this product that can be replaced. Remove isReplacementOffer.`,
  );
}
