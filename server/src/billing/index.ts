export { billingRoutes } from './routes.ts';
export { addonTemplate } from './service.ts';
