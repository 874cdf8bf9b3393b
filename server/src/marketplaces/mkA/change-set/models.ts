import type { Listing } from './listing.ts';
import type { Commit, OfferTerms } from './offer-terms.ts';
import type { Report } from './report.ts';

/**
 * Reports prices that the marketplace does not support for models. A model has an hourly price for each
 * instance type, or a price per inference; the marketplace measures the usage. A fixed-term contract with
 * unlimited instances can be added.
 */
export function refuseForModels(info: OfferTerms, listing: Listing | undefined, report: Report): void {
  const { commits = [], currency = '', dimensions = [], startTime } = info;
  if (currency && currency !== 'USD')
    report.refuse('INVALID_CURRENCY_CODE', '/info/currency', 'Models are sold in USD only.');
  if (startTime)
    report.refuse(
      'INCOMPATIBLE_PRODUCT',
      '/info/startTime',
      'An agreement on a model starts at acceptance. Remove startTime.',
    );
  refuseChoice(commits, report);
  const priced = dimensions.filter(({ rate }) => rate !== undefined && rate !== null);
  if (priced.length === 0)
    report.refuse(
      'INVALID_RATE_CARD',
      '/info/dimensions',
      'A model needs a usage price for each kind of instance, or for inferences; these prices also apply after a contract. Add dimensions with a rate.',
    );
  if (!listing || priced.length === 0) return;
  const keys = new Set(priced.map(({ key, name }) => key ?? name));
  const missing = listing.dimensions.filter((key) => !keys.has(key));
  if (missing.length > 0)
    report.refuse(
      'INVALID_RATE_CARD',
      '/info/dimensions',
      `The marketplace needs a price for each dimension of a model. Dimensions without a price: ${named(missing)}.`,
    );
}

const mostNamed = 5;
const named = (keys: readonly string[]): string =>
  keys.length > mostNamed
    ? `${keys.slice(0, mostNamed).join(', ')} and ${keys.length - mostNamed} others`
    : keys.join(', ');

function refuseChoice(commits: readonly Commit[], report: Report): void {
  for (const [index, { buyerQuantityConfigurable, key, name, quantity }] of commits.entries()) {
    const place = `/info/commits/${index}`;
    const isTwice = commits.findIndex((other) => (other.key ?? other.name) === (key ?? name)) < index;
    if (buyerQuantityConfigurable || isTwice)
      report.refuse(
        'INCOMPATIBLE_TERMS',
        isTwice ? place : `${place}/buyerQuantityConfigurable`,
        "A contract on a model has one length and unlimited instances. Remove the buyer's choice of length or quantity.",
      );
    if ((quantity ?? 1) > 1)
      report.refuse(
        'INVALID_GRANTS',
        `${place}/quantity`,
        'A contract on a model covers unlimited instances. Remove the quantity, and enter the total price as the rate.',
      );
  }
}
