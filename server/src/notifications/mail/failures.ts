/** The heading of a mail about a failure, and the next step. */
type Failure = { heading: string; fix: string };

/** The failures of records, by `<ENTITY>.<STATUS>`. */
const failures: Readonly<Record<string, Failure>> = {
  'OFFER.CREATE_FAILED': {
    heading: 'The offer was not created',
    fix: 'Open the offer, correct the cause, and retry.',
  },
  'OFFER.UPDATE_FAILED': {
    heading: 'The change of the offer failed',
    fix: 'Open the offer, correct the change, and save it again.',
  },
  'OFFER.CANCEL_FAILED': {
    heading: 'The offer was not cancelled',
    fix: 'Open the offer and cancel it again.',
  },
  'OFFER.REJECTED': {
    heading: 'The offer was rejected',
    fix: 'Copy the offer, correct the cause, and publish the copy.',
  },
  'PRODUCT.PUBLISH_FAILED': {
    heading: 'The product was not published',
    fix: 'Correct the listing, and publish the product again.',
  },
  'INTEGRATION.NOT_VERIFIED': {
    heading: 'The integration is not verified',
    fix: 'Correct the settings of the integration, and verify it again.',
  },
};

/** Returns the words for a failed record; undefined for a status without known next steps. */
export const failureOf = (entityType: string, code: string | undefined): Failure | undefined =>
  failures[`${entityType}.${code}`];
