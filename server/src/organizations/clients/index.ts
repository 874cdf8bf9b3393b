export { type ClientDeps, createClient, deleteClient, type NewClient, rotateClient } from './operator.ts';
export { type ClientRouteDeps, clientRoutes } from './routes.ts';
export { checkSecret } from './secrets.ts';
export { countClients } from './store.ts';
