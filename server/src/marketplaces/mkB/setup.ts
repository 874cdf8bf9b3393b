import type { Setup, SetupFacts } from '../connector.ts';
import { createSteps } from '../setup-steps.ts';

const readSteps = createSteps(new URL('./setup.md', import.meta.url));

/** Creates the values that the seller enters in the technical configuration of each offer. */
export const setupOf = ({ landingUrl, notificationUrl }: SetupFacts): Setup => ({
  values: [
    {
      name: 'landingUrl',
      label: 'Landing page URL',
      value: landingUrl,
      description: 'Where the marketplace sends buyers after a purchase.',
    },
    {
      name: 'notificationUrl',
      label: 'Connection webhook',
      value: notificationUrl,
      description: 'Where the marketplace reports changes of subscriptions.',
    },
  ],
  steps: readSteps(),
});
