export { sandboxPages } from './page.ts';
export { sandboxRoutes } from './routes.ts';
