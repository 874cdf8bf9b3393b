export { operationDescription } from './description.ts';
export { operationRoutes } from './routes.ts';
