/** What a valid offer is, and the form in which it is stored: pure, values in and value or error out. */
export { normalizeCrmId, type Owner } from '../../products/index.ts';
export { billingFindings, priceFindings } from './commits.ts';
export { timesFromDays, withoutTimesFromDays } from './days.ts';
export type { PrepareContext } from './draft.ts';
export { isAtMarketplace, isContract, isPrivate, visibilityOf } from './kind.ts';
export { partnerOfClonedCancels, partnerOfReplacements } from './marketplace-c.ts';
export {
  hasRelations,
  idInName,
  namedBy,
  namesFeatures,
  type Replacing,
  relations,
  replacedName,
  sourceOf,
} from './named.ts';
export {
  changeFindings,
  type InspectedOffer,
  inspectOffer,
  type PreparedOffer,
  prepareDraft,
  prepareOffer,
} from './prepare.ts';
export { bodyOf, changedOffer, modifiedBy, newOffer, withMaps } from './rows.ts';
export {
  callersPart,
  marketplaceMembers,
  owners,
  serverOwnedFields,
  serversInfo,
  serversMetaInfo,
} from './server-owned.ts';
export { lengthFindings } from './terms.ts';
export { startOf, startsOnDate, toUtc } from './times.ts';
