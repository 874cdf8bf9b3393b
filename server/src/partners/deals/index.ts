export { closeDeal } from './close.ts';
export { customerOf, type DealRow, dealColumnList, dealColumns } from './columns.ts';
export { stateError } from './command.ts';
export type { SelectReferrals } from './conflicts.ts';
export { createDeal, updateDeal } from './crud.ts';
export {
  DealCustomer,
  DealRegistrationNote,
  DealRegistrationStatus,
  mostProducts,
  UpdateDealRegistrationParams,
} from './records.ts';
export { editable } from './states.ts';
export { requireDeal } from './store.ts';
export { submitDeal } from './submit.ts';
