import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { Route } from '../../platform/http/route.ts';
import type { AddonTemplate } from '../commands/index.ts';
import { signupRoutes } from '../signups/index.ts';
import type { HasUsage } from '../terms/index.ts';
import { listEntitlementActions } from './actions.ts';
import { addonRoutes } from './addons.ts';
import { changeRoutes } from './changes.ts';
import { commandRoutes } from './commands.ts';
import { listRoutes } from './lists.ts';
import { readRoutes } from './reads.ts';
import { termRoutes } from './terms.ts';

/** All operations on entitlements, in the order of the interface's description. */
export function entitlementRoutes(deps: {
  registry: AdapterRegistry;
  addonTemplate: AddonTemplate;
  hasUsage: HasUsage;
}): Route[] {
  const routes = [
    ...listRoutes(),
    ...readRoutes(),
    ...addonRoutes(deps.addonTemplate),
    ...commandRoutes(deps),
    ...changeRoutes(),
    ...termRoutes(deps.hasUsage),
    ...signupRoutes(),
  ];
  return [...routes, listEntitlementActions(deps.registry, routes)];
}
