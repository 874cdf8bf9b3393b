import { digitsOf } from '../../../platform/money-and-time/coins.ts';
import { Exact } from '../../../platform/money-and-time/exact.ts';

/** Currencies that have no coins any more, in whose hundredths Stripe reckons all the same. */
const inHundredths = ['ISK', 'UGX'];

/** An amount in the unit that Stripe reckons in. */
export const toUnits = (amount: string, currency: string): number =>
  new Exact(amount).times(10 ** (inHundredths.includes(currency) ? 2 : digitsOf(currency))).toNumber();
