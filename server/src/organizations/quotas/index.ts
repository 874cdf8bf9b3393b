export { organizationQuotas } from './definitions.ts';
export { quotaRoutes } from './routes.ts';
export { listSetQuotas, setQuota } from './store.ts';
