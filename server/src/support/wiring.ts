import type { FileDeps } from '../files/index.ts';
import type { QuotaDefinition } from '../platform/access/quotas.ts';
import type { Route } from '../platform/http/route.ts';
import { archiveJobHandler } from './archive-job.ts';
import { type MailRouteDeps, mailRoutes } from './mail/route.ts';
import { forgetMails } from './mail/store.ts';
import { commentQuota, ticketQuota } from './quotas.ts';
import { supportRoutes as ownRoutes } from './routes.ts';

export { supportDescription } from './description.ts';
export { createSupportMail, type SupportMail } from './mail/index.ts';
export { supportPassages } from './passages.ts';

/** Returns the routes of support tickets. */
export const supportRoutes = (deps: FileDeps & { mail: MailRouteDeps }): Route[] => [
  ...ownRoutes(deps),
  ...mailRoutes(deps.mail),
];

export const supportJobs = [archiveJobHandler];

export const supportQuotas: readonly QuotaDefinition[] = [ticketQuota, commentQuota];

export const supportSweeps = [forgetMails];
