export { attributeJobHandler, followResales } from './job.ts';
export { AttributionBasis, AttributionKind } from './records.ts';
export { resellerAccountsOf } from './resellers.ts';
export { attributionRoutes } from './routes.ts';
export { settleAttributions } from './settle.ts';
export { partnersOfAccounts } from './sold.ts';
