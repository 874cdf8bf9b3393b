export { clockJobHandler, type FlushEvents } from './clock-job.ts';
export { sandboxDescription } from './description.ts';
export { sandboxPages } from './page.ts';
export { addCatalogue } from './products.ts';
export { sandboxRoutes } from './routes.ts';
