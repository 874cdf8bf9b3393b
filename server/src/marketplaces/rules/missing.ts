import type { MarketplacePartner } from '../partners.ts';
import type { OfferSpec } from '../specifications.ts';
import { fillExpiry, fillInfo } from './checks.ts';
import type { Filling, OfferRefusal } from './contract.ts';
import { rules } from './table.ts';

const dayMs = 86_400_000;

/** Lists the times before which an offer must expire: its end and its second payment. */
function expiresBefore({ endTime, info }: OfferSpec): number[] {
  const { paymentInstallments = [] } = info as { paymentInstallments?: readonly { chargeOn?: string }[] };
  const payments = paymentInstallments.flatMap(({ chargeOn }) => chargeOn || []).sort();
  // Marketplaces count the days of acceptance and of payments.
  const secondPayment = Math.floor(Date.parse(payments[1] ?? '') / dayMs) * dayMs;
  return [Date.parse(endTime ?? '') - 1, secondPayment];
}

/** The values of fields that all marketplaces have, by JSON pointer. */
const common: Readonly<Record<string, Filling>> = {
  '/name': { words: 'uses the id of the offer as its name', fill: ({ key }) => ({ name: key }) },
  '/productID': { words: 'uses a placeholder' },
  '/expireTime': fillExpiry(
    'lets the offer expire after 30 days, or before its end and its second payment',
    expiresBefore,
  ),
  '/info/eulaType': fillInfo('uses the standard license agreement', 'eulaType', 'SCMP'),
};

const without: Filling = { words: 'publishes the offer without it' };

/**
 * Returns the filling of a missing value; a marketplace's own filling takes precedence. In the pointers of fillings, an
 * asterisk stands for the position in a list.
 */
function fillingOf(partner: MarketplacePartner, { pointer }: OfferRefusal): Filling {
  const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  return rules[partner].fillings?.[place] ?? common[place] ?? without;
}

/** Describes a missing value, which the sandbox fills and the marketplace requires. */
export const missingWords = (partner: MarketplacePartner, refusal: OfferRefusal): string =>
  `${refusal.readable} The sandbox ${fillingOf(partner, refusal).words}. In a production organization, the marketplace rejects the offer.`;

/** Returns an offer with the values that the sandbox fills. */
export const fillMissing = (
  partner: MarketplacePartner,
  spec: OfferSpec,
  refusals: readonly OfferRefusal[],
  now: Date,
): OfferSpec =>
  refusals
    .filter(({ isMissing }) => isMissing)
    .reduce((filled, refusal) => Object.assign(filled, fillingOf(partner, refusal).fill?.(filled, now)), {
      ...spec,
    });
