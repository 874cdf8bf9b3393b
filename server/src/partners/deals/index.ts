export { customerOf, type DealRow, dealColumnList, dealColumns } from './columns.ts';
export { closeDeal, createDeal, stateError, submitDeal, updateDeal } from './commands.ts';
export type { SelectReferrals } from './conflicts.ts';
export { expireJobHandler } from './expire-job.ts';
export { hasOpenDeals } from './open.ts';
export {
  DealCustomer,
  DealRegistration,
  DealRegistrationNote,
  DealRegistrationStatus,
  mostProducts,
  UpdateDealRegistrationParams,
} from './records.ts';
export { type DealRouteDeps, dealRoutes } from './routes.ts';
export { editable } from './states.ts';
export { countDeals, requireDeal } from './store.ts';
export { dealUpcoming } from './upcoming.ts';
export { followSales, winJobHandler } from './win.ts';
