/** The rules of a valid offer, and the form in which it is stored: pure, values in and value or error out. */
export { billingFindings, priceFindings } from './commits.ts';
export { timesFromDays } from './days.ts';
export type { PrepareContext } from './draft.ts';
export { visibilityOf } from './kind.ts';
export {
  hasRelations,
  idInName,
  idsOfName,
  isNamedSo,
  namedBy,
  namesFeatures,
  partnerOfReplacements,
  type Replacing,
  relations,
  replacedName,
} from './named.ts';
export {
  changeFindings,
  type InspectedOffer,
  inspectOffer,
  type PreparedOffer,
  prepareDraft,
  prepareOffer,
} from './prepare.ts';
export { asWarning, namesPrice, unpricedCommits } from './price.ts';
export { resaleTypes } from './relations.ts';
export {
  callersPart,
  serverOwnedFields,
} from './server-owned.ts';
export { bodyOf, changedOffer, newOffer } from './stored.ts';
export { lengthFindings } from './terms.ts';
export { startOf, toUtc } from './times.ts';
