export { AttributionBasis, AttributionKind } from './records.ts';
export { resellerAccountsOf } from './resellers.ts';
export { partnersOfAccounts, settleAttributions } from './settle.ts';
