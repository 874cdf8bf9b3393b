import type { PaymentInstallment } from '../offers/records.ts';
import type { Row } from '../platform/database/statement.ts';
import { columnList, type FieldColumn, recordEncoder } from '../platform/records/encode.ts';
import { agreementAddresses } from '../products/index.ts';
import type { EntitlementStatus } from './states.ts';

/** An exact decimal, as text, for so many units. */
export type AgreedAmount = { amount: string; quantity: number };

/** Payments as they were agreed on, what they pay for, and what they would be for as much as is sold now. */
export type AgreedPayments = {
  payments: PaymentInstallment[];
  /** Exact decimal: what is sold costs so much, or is so many units, where no price is told. */
  price: string;
  present: PaymentInstallment[];
};

/** An entitlement as the database has it: times as RFC 3339 text. */
export type EntitlementRow = Row & {
  organization_id: string;
  id: string;
  status: EntitlementStatus;
  partner: string | null;
  external_id: string | null;
  offer_id: string | null;
  /** JSON text. */
  info: string;
  meta_info: string;
  name: string | null;
  type: string | null;
  service: string | null;
  product_id: string | null;
  buyer_id: string | null;
  entitlement_term_id: string | null;
  start_time: string | null;
  end_time: string | null;
  sequence: number;
  quantity: number | null;
  plan_id: string | null;
  /** A decimal, as text: what was agreed on for so many units. */
  agreed_amount: string | null;
  agreed_quantity: number | null;
  cancellation_job: string | null;
  /** ISO 8601: the length that was agreed on, where the end was reckoned from one. */
  agreed_duration: string | null;
  /** JSON text of AgreedPayments: since another number of units changed what is to be paid. */
  agreed_payments: string | null;
  /** JSON text. */
  billing_overrides: string;
};

/** A term as the database has it. */
export type TermRow = Row & {
  id: string;
  entitlement_id: string;
  offer_id: string | null;
  partner: string | null;
  /** JSON text. */
  info: string;
  entitlement_info: string;
  /** Decimals, as text. */
  commit_amount: string | null;
  credit_amount: string | null;
  reported_amount: string | null;
  used_commit_amount: string | null;
  used_credit_amount: string | null;
  start_time: string | null;
  end_time: string | null;
  sequence: number;
  /** What of its credit a part has from the divided commit; a decimal, as text. */
  shared_credit: string | null;
  /** The whole that its commit is a share of; none of a part, or of a term that an older program began. */
  priced_amount: string | null;
  priced_since: string | null;
  priced_until: string | null;
};

/** Where each field of a WorkloadEntitlement lies. */
export const entitlementColumns: readonly FieldColumn[] = [
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
];

/** Where each field of a WorkloadEntitlementTerm lies. */
export const termColumns: readonly FieldColumn[] = [
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
];

const encode = recordEncoder(entitlementColumns);
const encodeWhole = recordEncoder(termColumns);
const { mask } = agreementAddresses;

/** An entitlement as it is answered and recorded: the addresses of its agreements without their secrets. */
export const encodeEntitlement = (row: Row): string =>
  encode({ ...row, info: mask(row.info as string | null), meta_info: mask(row.meta_info as string | null) });
export const encodeTerm = (row: Row): string =>
  encodeWhole({
    ...row,
    info: mask(row.info as string | null),
    entitlement_info: mask(row.entitlement_info as string | null),
  });
export const entitlementColumnList = columnList(entitlementColumns, 'e');
export const termColumnList = columnList(termColumns, 't');
