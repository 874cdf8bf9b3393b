import type { PaymentInstallment } from '../offers/records.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { createEntityEvents } from '../platform/events/entity-events.ts';
import type { SortColumns } from '../platform/lists/sorting.ts';
import {
  type ColumnsOf,
  columnList,
  type FieldsIn,
  narrowRecord,
  recordEncoder,
} from '../platform/records/encode.ts';
import { agreementAddresses } from '../products/index.ts';
import type { EntitlementStatus } from './states.ts';

/** An amount (exact decimal, as text) agreed on for a quantity of units. */
export type AgreedAmount = { amount: string; quantity: number };

/** The agreed dated payments, the price that they pay, and the payments scaled to the current quantities. */
export type AgreedPayments = {
  payments: PaymentInstallment[];
  /** Exact decimal: the price of the sold quantities, or the number of units if the price is unknown. */
  price: string;
  present: PaymentInstallment[];
};

/** The columns that store the fields of a WorkloadEntitlement. */
export const entitlementColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['type', 'type', 'text'],
  ['partner', 'partner', 'text'],
  ['partnerID', 'partner_id', 'text'],
  ['service', 'service', 'text'],
  ['offerID', 'offer_id', 'text'],
  ['productID', 'product_id', 'text'],
  ['buyerID', 'buyer_id', 'text'],
  ['entitlementTermID', 'entitlement_term_id', 'text'],
  ['externalID', 'external_id', 'text'],
  ['externalBuyerID', 'external_buyer_id', 'text'],
  ['externalProductID', 'external_product_id', 'text'],
  ['externalStatus', 'external_status', 'text'],
  ['status', 'status', 'text'],
  ['info', 'info', 'json'],
  ['metaInfo', 'meta_info', 'json'],
  ['startTime', 'start_time', 'time'],
  ['endTime', 'end_time', 'time', 'nullable'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'entitlement'>;

/** The columns by which the list can be sorted, by field. */
export const entitlementSorts = {
  name: 'name_key',
  status: 'status',
  startTime: 'start_time',
  endTime: 'end_time',
} as const satisfies SortColumns<'entitlement'>;

/** Columns of an entitlement that the API does not expose. */
const ownOfEntitlement = [
  'sequence',
  'quantity',
  'plan_id',
  'cancellation_job',
  /** JSON text. */
  'billing_overrides',
  /** A decimal, as text: the amount agreed on for `agreed_quantity` units. */
  'agreed_amount',
  'agreed_quantity',
  /** ISO 8601: the agreed length, if the end was calculated from a length. */
  'agreed_duration',
  /** JSON text of AgreedPayments; set once a change of quantity has changed the payments. */
  'agreed_payments',
  /**
   * True while the entitlement, created when its buyer arrived from the marketplace, waits for its agreement (R47).
   */
  'awaits_agreement',
  /** The version of the links to the entitlement’s page. */
  'spa_version',
  /** The marketplace’s id of the license, if it differs from the id of the agreement. */
  'external_license_id',
] as const;

/** The row of an entitlement: times are RFC 3339 text, maps are JSON text. */
export type EntitlementRow = RowOf<
  'entitlement',
  ColumnsOf<typeof entitlementColumns> | (typeof ownOfEntitlement)[number],
  { status: EntitlementStatus }
>;

/** The columns that store the fields of a WorkloadEntitlementTerm. */
export const termColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['entitlementID', 'entitlement_id', 'text'],
  ['externalEntitlementID', 'external_entitlement_id', 'text'],
  ['offerID', 'offer_id', 'text'],
  ['productID', 'product_id', 'text'],
  ['buyerID', 'buyer_id', 'text'],
  ['partner', 'partner', 'text'],
  ['service', 'service', 'text'],
  ['info', 'info', 'json'],
  ['entitlementInfo', 'entitlement_info', 'json'],
  ['commitAmount', 'commit_amount', 'number'],
  ['creditAmount', 'credit_amount', 'number'],
  ['reportedAmount', 'reported_amount', 'number'],
  ['usedCommitAmount', 'used_commit_amount', 'number'],
  ['usedCreditAmount', 'used_credit_amount', 'number'],
  ['startTime', 'start_time', 'time'],
  ['endTime', 'end_time', 'time', 'nullable'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'entitlement_term'>;

/** Columns of a term that the API does not expose. */
const ownOfTerm = [
  'sequence',
  /** The amount of a sub term’s credit that comes from the divided commit; a decimal, as text. */
  'shared_credit',
  /**
   * The amount of credit carried over from the preceding term, which late usage of that term may consume; a
   * decimal, as text.
   */
  'carried_credit',
  /**
   * The price of the whole purchase, of which the term’s commit is the prorated amount; null for a sub term,
   * and for a term that an older version wrote.
   */
  'priced_amount',
  'priced_since',
  'priced_until',
] as const;

/** The row of a term: amounts are decimals, as text. */
export type TermRow = RowOf<'entitlement_term', ColumnsOf<typeof termColumns> | (typeof ownOfTerm)[number]>;

const { mask } = agreementAddresses;

/** The columns of an entitlement that billing reads. */
export const billedOfEntitlement = [
  'id',
  'partner',
  'status',
  'buyer_id',
  'start_time',
  'end_time',
  'info',
] as const satisfies readonly (keyof EntitlementRow)[];
export type BilledRow = Pick<EntitlementRow, (typeof billedOfEntitlement)[number]> & {
  /** The date for which the cancellation is scheduled, RFC 3339. */
  cancel_date: string | null;
};

/** The columns of a term for its position in the sequence of terms and for its amounts. */
export const lifeOfTerm = [
  'id',
  'entitlement_id',
  'offer_id',
  'partner',
  'info',
  'entitlement_info',
  'commit_amount',
  'start_time',
  'end_time',
  'priced_amount',
  'priced_since',
  'priced_until',
] as const satisfies readonly (keyof TermRow)[];
export type LifeRow = Pick<TermRow, (typeof lifeOfTerm)[number]> & ConsumedCommit;

/**
 * The consumed amount of a term’s commit, in the term or its sub terms: as commit, or as credit from the
 * divided commit.
 */
export type ConsumedCommit = { drawn_commit: string };

const shown = { info: mask, meta_info: mask };

/** Encodes an entitlement for responses and events, with the secrets in its agreement addresses masked. */
export const encodeEntitlement = recordEncoder(entitlementColumns, shown);
/** Selects the columns of some fields of an entitlement, and their encoder. */
export const narrowEntitlement = (fields: readonly string[]) =>
  narrowRecord(entitlementColumns, fields, shown);
/** Encodes a term for responses and events, with the secrets in its agreement addresses masked. */
export const encodeTerm = recordEncoder(termColumns, { info: mask, entitlement_info: mask });
export const entitlementColumnList = columnList(entitlementColumns, 'e');
export const termColumnList = columnList(termColumns, 't');

/** All columns of an entitlement: the columns of the record, and the columns that the API does not expose. */
export const wholeEntitlement = [
  entitlementColumnList,
  ...ownOfEntitlement.map((column) => `e.${column}`),
].join(', ');
export const wholeTerm = [termColumnList, ...ownOfTerm.map((column) => `t.${column}`)].join(', ');

/** Event types of entitlements and their terms. */
export const entitlementEvents = createEntityEvents<{ id: string }>('ENTITLEMENT', encodeEntitlement);
export const termEvents = createEntityEvents<{ id: string }>('ENTITLEMENT_TERM', encodeTerm);
