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
  // A list of changes shows what was asked for within some seconds; what is not there then was not taken.
  lookupSettlesMs: 60_000,
  purchaseTokenParameter: tokenParameter,
  revenue: undefined,
};
