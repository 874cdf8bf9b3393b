import { session } from './session.ts';

/** The pages of each day. Each is loaded beside what all pages need, and not after it. */
const ofEachDay: readonly [address: RegExp, load: () => Promise<unknown>][] = [
  [/^\/console\/org\/[^/]+\/?$/, () => import('./pages/overview/overview.tsx')],
  [/^\/console\/org\/[^/]+\/offers\/?$/, () => import('./pages/offers/list.tsx')],
  [/^\/console\/org\/[^/]+\/entitlements\/?$/, () => import('./pages/entitlements/list.tsx')],
];

const { pathname } = location;
// Who has signed in is asked for while the console is still being loaded: that takes three answers of the service.
if (!/^\/console\/(callback|signed-out)$/.test(pathname)) session.prepare();
// What cannot be loaded is said by the page, which asks for it again.
for (const [address, load] of ofEachDay) if (address.test(pathname)) load().catch(() => {});
void import('./app.tsx');
