export { billingDescription } from './description.ts';
export { billingRoutes } from './routes.ts';
export { addonTemplate } from './service.ts';
