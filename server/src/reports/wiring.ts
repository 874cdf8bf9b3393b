export { reportDescription } from './description.ts';
export { reportRoutes } from './routes.ts';
