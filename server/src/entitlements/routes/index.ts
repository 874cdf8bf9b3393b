import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { AddonTemplate } from '../commands/index.ts';
import { signupRoutes } from '../signups/index.ts';
import type { HasUsage } from '../terms/index.ts';
import { addonRoutes } from './addons.ts';
import { changeRoutes } from './changes.ts';
import { commandRoutes } from './commands.ts';
import { listRoutes } from './lists.ts';
import { readRoutes } from './reads.ts';
import { termRoutes } from './terms.ts';

/** All operations on entitlements, in the order of the interface's description. */
export const entitlementRoutes = (deps: {
  registry: AdapterRegistry;
  addonTemplate: AddonTemplate;
  hasUsage: HasUsage;
}) => [
  ...listRoutes(),
  ...readRoutes(),
  ...addonRoutes(deps.addonTemplate),
  ...commandRoutes(deps),
  ...changeRoutes(),
  ...termRoutes(deps.hasUsage),
  ...signupRoutes(),
];
