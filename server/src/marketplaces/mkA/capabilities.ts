import type { Capabilities } from '../capabilities.ts';
import { capabilitiesOf } from '../sandbox/capabilities.ts';
import { tokenParameter } from './purchases.ts';

const { standardAgreements: _played, ...published } = capabilitiesOf('MKA');

/**
 * The abilities and limits of the marketplace, those by which the sandbox plays it. The texts of its standard agreements are
 * its own, and what it pays out is read from other interfaces.
 */
export const capabilities: Capabilities = {
  ...published,
  // How far lists of changes lag is not published: what none shows after an hour was not taken.
  lookupSettlesMs: 3_600_000,
  purchaseTokenParameter: tokenParameter,
  revenue: undefined,
};
