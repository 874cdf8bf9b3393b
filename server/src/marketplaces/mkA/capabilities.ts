import type { Capabilities } from '../capabilities.ts';
import { capabilitiesOf } from '../sandbox/capabilities.ts';
import { tokenParameter } from './purchases.ts';

const { standardAgreements: _played, ...published } = capabilitiesOf('MKA');

/**
 * Capabilities and limits of the marketplace; the sandbox uses them too. The standard agreements contain the
 * marketplace's text.
 */
export const capabilities: Capabilities = {
  ...published,
  // The delay of the marketplace's change lists is not published. A change that is missing from all lists
  // after an hour counts as failed.
  lookupSettlesMs: 3_600_000,
  purchaseTokenParameter: tokenParameter,
  // Invoices are listed by agreement and can be read at any time, so the hour is arbitrary.
  revenue: { hour: 5 },
};
