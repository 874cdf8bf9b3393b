import {
  type FormField,
  type FormFields,
  formSteps,
  isMarketplace,
  leftOutByMarketplaces,
  marketplaceForm,
  marketplacePartners,
  paymentPartners,
  resaleTypes,
  traitsOf,
} from '../../marketplaces/index.ts';
import { type DescribedField, describedFields } from '../../platform/records/described-fields.ts';
import { currencyCodes } from '../../platform/records/fields.ts';
import { isPrivate } from '../kind.ts';
import { serverOwnedFields } from '../prepare/server-owned.ts';
import { WorkloadOffer } from '../records.ts';
import { generalSteps } from './general.ts';
import type { OfferFormField, OfferFormStep } from './records.ts';

const described = describedFields(WorkloadOffer);

/** Keys of a product's list prices, which are offered as options. */
export type ListedKeys = { commits: readonly Option[]; dimensions: readonly Option[] };
type Option = { value: string; label: string };

type FormRequest = { partner: string | undefined; offerType: string; listed: ListedKeys | undefined };

/** Builds the form of an offer of a type at a partner, in steps. */
export const offerForm = (asked: FormRequest): OfferFormStep[] =>
  formSteps.map((name) => {
    const { fields, ...words } = generalSteps[name];
    const own = isMarketplace(asked.partner) ? (marketplaceForm(asked.partner).steps[name] ?? []) : [];
    return { name, ...words, fields: [...shown(fields, asked), ...shown(own, asked)] };
  });

const shown = (fields: FormFields, asked: FormRequest): OfferFormField[] =>
  fields
    .map((field): FormField => (typeof field === 'string' ? { at: field } : field))
    .filter(({ types, isPrivate: negotiated }) => {
      if (types && !types.includes(asked.offerType)) return false;
      return !negotiated || isPrivate(asked.offerType);
    })
    .map((field) => toField(field, asked));

function toField(field: FormField, asked: FormRequest): OfferFormField {
  const said = described.get(field.at);
  if (!said) throw new Error(`the offer has no field ${field.at}`);
  return {
    pointer: field.at,
    label: field.label ?? labelOf(field.at, said),
    help: field.help ?? withoutPlace(said.description, asked),
    kind: field.kind ?? said.kind,
    required: field.required === true,
    options: optionsOf(field, said, asked),
    unit: field.unit ?? null,
    advanced: field.advanced === true,
  };
}

/** Removes the marketplace's name from a description if the form is for that marketplace. */
const withoutPlace = (description: string, { partner }: FormRequest): string =>
  isMarketplace(partner) ? description.replace(`; marketplace ${partner.slice(-1)}.`, '.') : description;

const longestLabel = 60;

/**
 * Derives a label from the first words of the description, or from the field name if these words are too long.
 */
export function labelOf(pointer: string, { description }: Pick<DescribedField, 'description'>): string {
  const first = (/^[^,;:.(]+/.exec(description)?.[0] ?? '')
    .replace(/^Whether /, '')
    .replaceAll('`', '')
    .trim();
  const words = first !== '' && first.length <= longestLabel ? first : namedBy(pointer);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

const namedBy = (pointer: string): string =>
  (pointer.split('/').at(-1) ?? '')
    .replace(/^mk[A-F](?=[A-Z])/, '')
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

const plain = (values: readonly string[]): Option[] => values.map((value) => ({ value, label: value }));

/** Options that depend on the requested form. Other options come from the schema or the table of fields. */
const own: Readonly<Record<string, (said: DescribedField, asked: FormRequest) => readonly Option[]>> = {
  '/partner': () => plain([...marketplacePartners, ...paymentPartners]),
  '/offerType': ({ options }, { partner }) => {
    const closed = traitsOf(partner).hasResale ? [resaleTypes.received] : Object.values(resaleTypes);
    return plain(options.filter((type) => !(closed as string[]).includes(type)));
  },
  '/info/currency': () => plain(currencyCodes),
  '/info/commits/*/key': (_said, { listed }) => listed?.commits ?? [],
  '/info/dimensions/*/key': (_said, { listed }) => listed?.dimensions ?? [],
};

const optionsOf = (field: FormField, said: DescribedField, asked: FormRequest): Option[] => [
  ...(own[field.at]?.(said, asked) ?? plain(field.options ?? said.options)),
];

const hasSuccessor = 'replaced by a newer field';
const ofEntitlement = 'belongs to the entitlement';
const ofCrms = 'written by an integration';

/** API fields that the form omits, with the reason. */
const ofNobody: Readonly<Record<string, string>> = {
  '/info/commitBillingIntervalInMonths': hasSuccessor,
  '/info/usageBillingIntervalInMonths': hasSuccessor,
  '/info/commits/*/isUserCreated': 'set by the client that added the commit',
  '/info/commits/*/term': 'human-readable length',
  '/info/dimensions/*/usageCount': ofEntitlement,
  '/info/docusignEnvelopeIds': ofCrms,
  '/info/paymentInstallments/*/chargeOnStr': 'format of the marketplace',
  '/metaInfo/billASubscriptionID': ofCrms,
  '/metaInfo/billBAppliedCreditLedgerEntries': ofEntitlement,
  '/metaInfo/buyerCommitQuantities': 'chosen by the buyer at acceptance',
  '/metaInfo/crmAEntitlementURL': ofCrms,
  '/metaInfo/entitlementCancellationSchedule': ofEntitlement,
  '/metaInfo/isGrossRevenueFullSync': 'belongs to the import of revenue',
  '/metaInfo/originalEulaInfo': 'written when documents are merged',
  '/metaInfo/privatePlans': 'products only',
  '/metaInfo/updateMessage': 'only for changes of an offer',
};

const decided = 'decided by the service or the marketplace';

/** Fields of createOffer that every form omits, including their nested fields, with the reason. */
export const leftOutOfForms: Readonly<Record<string, string>> = {
  ...Object.fromEntries(serverOwnedFields.map((name) => [`/${name.replaceAll('.', '/')}`, decided])),
  ...ofNobody,
  ...leftOutByMarketplaces,
};
