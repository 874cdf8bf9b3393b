import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { Route } from '../../platform/http/route.ts';
import { reportCommandRoutes } from '../reports/index.ts';
import { groupCommandRoutes } from './group-commands.ts';
import { groupListRoutes } from './groups.ts';
import { ledgerRoutes } from './ledger.ts';
import { metricRoutes } from './metrics.ts';
import { readRoutes } from './reads.ts';
import { reportRoutes } from './report.ts';
import { reportReadRoutes } from './reports.ts';
import { uploadRoutes } from './upload.ts';

/** Returns all metering routes. */
export const meteringRoutes = (deps: { registry: AdapterRegistry }): Route[] => [
  ...reportRoutes(deps),
  ...uploadRoutes(deps),
  ...readRoutes(),
  ...reportReadRoutes(),
  ...reportCommandRoutes(deps),
  ...groupListRoutes(),
  ...groupCommandRoutes(deps),
  ...metricRoutes(),
  ...ledgerRoutes(),
];
