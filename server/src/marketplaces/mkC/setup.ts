import type { Setup, SetupFacts } from '../connector.ts';
import { createSteps } from '../setup-steps.ts';

const readSteps = createSteps(new URL('./setup.md', import.meta.url));

/** Creates the values that the seller enters at the marketplace. */
export const setupOf = ({ landingUrl, notificationUrl }: SetupFacts): Setup => ({
  values: [
    {
      name: 'landingUrl',
      label: 'Sign-up URL',
      value: landingUrl,
      description: 'Where the marketplace sends buyers after a purchase.',
    },
    {
      name: 'signupDomain',
      label: 'Domain',
      value: URL.canParse(landingUrl) ? new URL(landingUrl).hostname : landingUrl,
      description: 'Domain of the sign-up URL, for which the marketplace issues its tokens.',
    },
    {
      name: 'notificationUrl',
      label: 'Push endpoint',
      value: notificationUrl,
      description: 'Endpoint of the subscription, only if it pushes its messages.',
    },
  ],
  steps: readSteps(),
});
