export { AttributionBasis, AttributionKind } from './records.ts';
export { partnersOfAccounts, settleAttributions } from './settle.ts';
