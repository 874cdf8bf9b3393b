export { tierRoutes } from './routes.ts';
export { countTiers, lockTierForReference, protectionDaysOf } from './store.ts';
