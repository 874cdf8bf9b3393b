import { session } from './session.ts';

/** The most frequently used pages, which are loaded together with the common code. */
const ofEachDay: readonly [address: RegExp, load: () => Promise<unknown>][] = [
  [/^\/console\/org\/[^/]+\/?$/, () => import('./pages/overview/overview.tsx')],
  [/^\/console\/org\/[^/]+\/offers\/?$/, () => import('./pages/offers/list.tsx')],
  [/^\/console\/org\/[^/]+\/entitlements\/?$/, () => import('./pages/entitlements/list.tsx')],
];

const { pathname } = location;
// The sign-in check runs while the console is loading, because it needs three requests.
if (!/^\/console\/(callback|signed-out)$/.test(pathname)) session.prepare();
// The page reports a failure, because it loads the same code again.
for (const [address, load] of ofEachDay) if (address.test(pathname)) load().catch(() => {});
void import('./app.tsx');
