import type { PaymentInstallment } from '../offers/records.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { createEntityEvents } from '../platform/events/entity-events.ts';
import {
  type ColumnsOf,
  columnList,
  type FieldsIn,
  narrowRecord,
  recordEncoder,
} from '../platform/records/encode.ts';
import { agreementAddresses } from '../products/index.ts';
import type { EntitlementStatus } from './states.ts';

/** An exact decimal, as text, for so many units. */
export type AgreedAmount = { amount: string; quantity: number };

/** Payments as they were agreed on, what they pay for, and what they would be for as much as is sold now. */
export type AgreedPayments = {
  payments: PaymentInstallment[];
  /** Exact decimal: what is sold costs so much, or is so many units, where no price is known. */
  price: string;
  present: PaymentInstallment[];
};

/** The columns in which the fields of a WorkloadEntitlement are stored. */
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

/** The columns that only the service knows of an entitlement. */
const ownOfEntitlement = [
  'sequence',
  'quantity',
  'plan_id',
  'cancellation_job',
  /** JSON text. */
  'billing_overrides',
  /** A decimal, as text: what was agreed on for so many units. */
  'agreed_amount',
  'agreed_quantity',
  /** ISO 8601: the length that was agreed on, where the end was reckoned from one. */
  'agreed_duration',
  /** JSON text of AgreedPayments: since another number of units changed what is to be paid. */
  'agreed_payments',
  /** It was made when its buyer came from the marketplace, whose agreement is still to be seen. */
  'awaits_agreement',
  /** By which the marketplace names what the buyer has, where that is not the agreement's id. */
  'external_license_id',
] as const;

/** An entitlement as the database has it: times as RFC 3339 text, maps as JSON text. */
export type EntitlementRow = RowOf<
  'entitlement',
  ColumnsOf<typeof entitlementColumns> | (typeof ownOfEntitlement)[number],
  { status: EntitlementStatus }
>;

/** The columns in which the fields of a WorkloadEntitlementTerm are stored. */
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

/** The columns that only the service knows of a term. */
const ownOfTerm = [
  'sequence',
  /** What of its credit a part has from the divided commit; a decimal, as text. */
  'shared_credit',
  /** What of its credit came over from the term before, and its late usage may draw on; a decimal, as text. */
  'carried_credit',
  /** The whole that its commit is a share of; none of a part, or of a term that an older program began. */
  'priced_amount',
  'priced_since',
  'priced_until',
] as const;

/** A term as the database has it: amounts are decimals, as text. */
export type TermRow = RowOf<'entitlement_term', ColumnsOf<typeof termColumns> | (typeof ownOfTerm)[number]>;

const { mask } = agreementAddresses;

/** What of an entitlement is read to bill it. */
export const billedOfEntitlement = [
  'id',
  'partner',
  'status',
  'buyer_id',
  'start_time',
  'end_time',
  'info',
] as const satisfies readonly (keyof EntitlementRow)[];
export type BilledRow = Pick<EntitlementRow, (typeof billedOfEntitlement)[number]>;

/** What of a term says how it follows those before it, and what it carries. */
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
export type LifeRow = Pick<TermRow, (typeof lifeOfTerm)[number]> & Drawn;

/** What was drawn of a term's commit, by the term or by its parts: as commit, or as the credit that a part has from it. */
export type Drawn = { drawn_commit: string };

const shown = { info: mask, meta_info: mask };

/** Prints an entitlement as it is answered and recorded: the addresses of its agreements without their secrets. */
export const encodeEntitlement = recordEncoder(entitlementColumns, shown);
/** The columns of some fields of an entitlement, and how they are printed. */
export const narrowEntitlement = (fields: readonly string[]) =>
  narrowRecord(entitlementColumns, fields, shown);
/** Prints a term as it is answered and recorded, in the same way. */
export const encodeTerm = recordEncoder(termColumns, { info: mask, entitlement_info: mask });
export const entitlementColumnList = columnList(entitlementColumns, 'e');
export const termColumnList = columnList(termColumns, 't');

/** The record, and what only the service knows of it. */
export const wholeEntitlement = [
  entitlementColumnList,
  ...ownOfEntitlement.map((column) => `e.${column}`),
].join(', ');
export const wholeTerm = [termColumnList, ...ownOfTerm.map((column) => `t.${column}`)].join(', ');

/** The events of entitlements, and of their terms. */
export const entitlementEvents = createEntityEvents<{ id: string }>('ENTITLEMENT', encodeEntitlement);
export const termEvents = createEntityEvents<{ id: string }>('ENTITLEMENT_TERM', encodeTerm);
