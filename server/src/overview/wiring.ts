export { overviewDescription } from './description.ts';
export { overviewRoutes } from './routes.ts';
