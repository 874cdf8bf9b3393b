import { advancedFields, type FormField, group, items, type MarketplaceForm } from '../../forms/fields.ts';

const own = '/info/mkBPrivateOffer';
const ofOffer = (fields: readonly (string | FormField)[]) => group(own, fields, { isPrivate: true });

/** Marketplace B's part of the offer form, mostly fields of the marketplace's private offer record. */
export const form: MarketplaceForm = {
  steps: {
    offer: [
      ...ofOffer(['privateOfferType', 'offerPricingType']),
      ...items(`${own}/beneficiaries`, ['id', 'description'], { isPrivate: true }),
      { at: `${own}/beneficiaries/*/beneficiaryRecipients`, kind: 'json', isPrivate: true, advanced: true },
      ...items(`${own}/partners`, ['id', 'location', 'partnerName'], { isPrivate: true, advanced: true }),
      ...items('/info/buyerMkBTenants', ['id', 'description'], { isPrivate: true }),
      ...ofOffer([
        { at: 'notificationContacts', kind: 'mails' },
        { at: 'preparedBy', kind: 'mail', advanced: true },
        { at: 'customerContractRenewal', advanced: true },
      ]),
      { at: '/metaInfo/isMkBUpgradeOffer', isPrivate: true },
      { at: '/metaInfo/mkBOriginalOfferIDForUpgrade', kind: 'offer', isPrivate: true },
      ...group(`${own}/upgradedFrom`, ['id', 'name'], { isPrivate: true, advanced: true }),
    ],
    time: ofOffer([
      'variableStartDate',
      { at: 'start', kind: 'day' },
      { at: 'end', kind: 'day' },
      { at: 'acceptBy', kind: 'day' },
    ]),
    price: [
      { at: `${own}/pricing`, kind: 'json', isPrivate: true },
      ...items(
        '/info/mkBPlanSoftwareReservations',
        [{ at: 'percentageSave', kind: 'percent' }, 'term', 'type'],
        { advanced: true },
      ),
      { at: '/info/mkBOriginalPlan', kind: 'json', label: 'Plan at list price', advanced: true },
      ...advancedFields(['/info/mkBVmImageSkuIds']),
    ],
    agreement: [
      ...ofOffer([{ at: 'termsAndConditionsDocSasUrl', kind: 'document' }]),
      ...items(`${own}/termsAndConditionsDocs`, ['customerFacingDocumentName', 'fileName', 'sasUrl'], {
        isPrivate: true,
        advanced: true,
      }),
    ],
  },
  leftOut: {
    '/info/mkBProductVariant': 'the marketplace’s own record of a plan',
    [`${own}/$schema`]: 'written by the adapter',
    [`${own}/name`]: 'the name of the offer',
    [`${own}/resourceName`]: 'written by the adapter',
  },
};
