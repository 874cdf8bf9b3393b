import type { Capabilities } from '../capabilities.ts';
import { capabilitiesOf } from '../sandbox/capabilities.ts';
import type { UsageCapabilities } from '../usage.ts';
import { tokenParameter } from './purchases.ts';

/** The longest time that a job usually takes, and the time until lists show a published offer. */
const [jobMs, visibleMs] = [20 * 60_000, 15 * 60_000];

const { standardAgreements: _played, ...published } = capabilitiesOf('MKB');

/** Capabilities and limits of the marketplace, based on the published data that the sandbox uses too. */
export const capabilities: Capabilities = {
  ...published,
  lookupSettlesMs: jobMs + visibleMs,
  showsKeys: true,
  buyerRequests: { silenceAcceptsAfterSeconds: 10 },
  purchaseTokenParameter: tokenParameter,
  usage: {
    ...(published.usage as UsageCapabilities),
    unreadable:
      'The marketplace lists usage by day, not by hour. Check the usage report in the marketplace’s portal instead.',
  },
  // The report is generated every day at two o'clock.
  revenue: { hour: 5 },
};
