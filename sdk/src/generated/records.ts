/** Made from openapi.json by `npm run generate`: do not edit. */

/** Use of AI features and its limits. */
export type AIBillingConfig = {
  /** Address for invoices; when empty, the address of the organization’s creator. */
  billingEmail?: string;
  /** When AI features were switched off. */
  disabledAt?: string;
  /** Reason for the switch-off. */
  disabledReason?: 'SPENDING_CAP_REACHED' | 'MANUAL' | 'PAYMENT_OVERDUE' | (string & {});
  /** Whether AI features are enabled. */
  enabled?: boolean;
  /** Free use per month in cents. Set by the operator of the service. */
  monthlyCreditCents?: number;
  /** Spending cap per month in cents; null for no limit. */
  monthlySpendingCapCents?: number | null;
};

/** Invoice from the operator to the organization for one month of AI usage. */
export type AIInvoice = {
  /** Amount due in cents: usage beyond the free usage, rounded once. */
  amountCents?: number;
  /** Address to which the invoice was sent. */
  billingEmail?: string;
  /** Number of language-model calls. */
  calls?: number;
  /** When the invoice was created. */
  creationTime?: string;
  /** Free usage of the month, in cents. */
  creditCents?: number;
  /** Currency. */
  currency?: string;
  /** Identifier. */
  id?: string;
  /** Month by the organization’s clock, in UTC, such as 2026-11. */
  month?: string;
  /** Organization that is charged. */
  organizationID?: string;
  /** Total cost of the calls, in cents with fractions. */
  usedCents?: number;
};

/** Cost of AI features in a month, and the remaining budget. */
export type AIUsage = {
  /** Number of language-model calls. */
  calls?: number;
  /** Usage beyond the free usage, in cents with fractions. */
  chargedCents?: number;
  /** Free usage of the month, in cents. */
  creditCents?: number;
  /** Whether AI features are enabled. */
  enabled?: boolean;
  /** Month by the organization’s clock, in UTC, such as 2026-11. */
  month?: string;
  /** Cents reserved for calls in flight and for calls whose cost is unknown. */
  reservedCents?: number;
  /** Spending cap of a month beyond the free usage, in cents; null if unlimited. */
  spendingCapCents?: number | null;
  /** Total cost of settled calls, in cents with fractions. */
  usedCents?: number;
};

/** The invitation to accept. */
export type AcceptInvitationParams = {
  /** Token from the invitation mail. */
  token: string;
};

/** An access token, valid for one hour */
export type AccessToken = {
  /** Access token, a JWT (RFC 9068) */
  access_token: string;
  /** Scheme for the Authorization header */
  token_type: 'Bearer';
  /** Lifetime in seconds */
  expires_in: number;
  /** Always `api`, regardless of the request: everything that the role of the subject allows */
  scope: string;
  /** Only for users: can be exchanged once for new tokens */
  refresh_token?: string;
};

/** Names of account fields in a CRM. */
export type AccountFieldMapping = Record<string, unknown>;

/** Result of an operation on an account. */
export type AccountStatus = {
  /** Result of the operation. */
  status: 'VERIFICATION_SENT' | 'VERIFIED' | 'RESET_SENT' | 'PASSWORD_CHANGED' | 'SIGNED_OUT' | 'OTHER_SESSIONS_ENDED';
};

/** An operation on a record, and whether the current state of the record allows it */
export type Action = {
  /** Name of the action */
  name?: string;
  /** The operation that performs the action */
  operationId?: string;
  /** Whether the operation is possible now; its parameters and body are validated when it is called */
  possible?: boolean;
  /** The error detail that the operation would return; null if the operation is possible */
  reason?: string | null;
  /** The permission that the operation requires */
  permission?: string;
  /** Whether the operation ends or removes something, so that a user should confirm it */
  destructive?: boolean;
};

/** Credit to add. */
export type AddEntitlementCreditParams = {
  /** Amount to add; required, not negative. */
  creditAmountIncrement?: number;
  /** Entitlement; ignored in favor of the path. */
  entitlementID?: string;
  /** Term of the credit; the current term if absent. */
  entitlementTermID?: string;
  /** Organization; ignored in favor of the path. */
  organizationID?: string;
};

/** Added credit. */
export type AddEntitlementCreditResponse = {
  /** Added amount. */
  creditAmountIncrement?: number;
  /** The entitlement. */
  entitlementID?: string;
  /** Term of the credit. */
  entitlementTermID?: string;
  /** Total credit of the term, including the added amount. */
  newCreditAmount?: number;
  /** The organization. */
  organizationID?: string;
};

/** A quantity aggregated by a billable metric. */
export type AggregatedMeteringUsageRecord = {
  /** Cost; absent without a price. */
  amount?: number;
  /** Aggregation type. */
  billableMetricAggregationType?: BillableMetricAggregationType;
  /** Filters and grouping of the metric. */
  billableMetricInfo?: BillableMetricInfo;
  /** Property values of the group, such as `os=linux,cluster=cluster-1`. */
  groupBysExpression?: string;
  /** Id of the metric. */
  key?: string;
  /** Name of the metric at the time. */
  name?: string;
  /** Quantity. */
  quantity?: number;
  /** For UNIQUE_COUNT: the counted values. */
  uniqueCountAggregationResult?: UniqueCountAggregationResult;
};

/** A document attached to an agreement. */
export type AgreementDocument = {
  /** Storage key of the file. */
  key?: string;
  /** Name of the file. */
  name?: string;
};

/** Answer to a request of a buyer. */
export type AnswerRequestParams = {
  /** Reason of a rejection, for the buyer. */
  reason?: string;
};

/** Another organization that a client may act in. */
export type ApiClientOrganizationParams = {
  /** The other organization. */
  organizationID?: string;
  /** Role of the client in this organization: ADMIN, EDITOR, VIEWER, or a custom role */
  role?: string;
};

/** How a client authenticates: BEARER_TOKEN exchanges id and secret for access tokens; API_KEY sends its secret, the key, with each request (Authorization: Key …). The type cannot be changed later. */
export type ApiClientType = 'BEARER_TOKEN' | 'API_KEY';

/** Approval within the organization. */
export type ApprovalInfo = {
  /** State of the approval. */
  approvalStatus?: string;
  /** When the request was decided; null until then. */
  decisionDate?: string | null;
  /** Message of the request or of the decision. */
  message?: string;
  /** When approval was requested. */
  requestDate?: string;
};

/** A note with a request or an approval. */
export type ApprovalNote = {
  /** Note for reviewers and the author; at most 1000 characters. */
  message?: string;
};

/** Approval of a deal registration. */
export type ApproveDealRegistrationParams = {
  /** Message, visible to the channel partner. */
  message?: string;
  /** Reason for overriding another registration’s protection of the customer; hidden from the channel partner. */
  overrideReason?: string;
};

/** Reason of the attribution: set by a member or client (MANUAL), a deal registration that the sale won, or a marketplace account of the channel partner that resells the offer. */
export type AttributionBasis = 'MANUAL' | 'DEAL_REGISTRATION' | 'ACCOUNT';

/** SOURCED: the channel partner brought the buyer. INFLUENCED: it contributed. RESOLD: it resells and earns its own margin, so its share is 0. */
export type AttributionKind = 'SOURCED' | 'RESOLD' | 'INFLUENCED';

/** A tenant or subscription in an audience. */
export type AudienceEntry = {
  /** Note on the entry. */
  description?: string;
  /** Identifier of the tenant or subscription. */
  id?: string;
};

/** Actor of a change, as known at that time */
export type AuditingActor = {
  /** API_CLIENT, USER, or SERVICE for the service itself */
  entityType?: string;
  /** Id of the API client or user */
  entityId?: string;
  /** E-mail address of the user */
  email?: string;
  /** Name of the API client or user */
  name?: string;
};

/** An entry of the audit trail */
export type AuditingEvent = {
  /** The change */
  body?: AuditingEventBody;
  /** Time of the change */
  creationTime?: string;
  /** Action and type of record, such as CREATE.OFFER */
  eventType?: string;
  /** Id of the entry */
  id?: string;
  /** Time of the change, or of the erasure of its records */
  lastUpdateTime?: string;
  /** Id of the organization */
  organizationID?: string;
  status?: AuditingEventStatus;
};

/** A change and its actor */
export type AuditingEventBody = {
  /** Type of the record: OFFER, ENTITLEMENT … */
  entityType?: string;
  /** Id of the record */
  entityId?: string;
  /** Action: CREATE, UPDATE, ACCEPT … */
  action?: string;
  /** Number of the event among the record’s events, starting at 1 */
  sequence?: number;
  /** Actor of the change */
  actor?: AuditingActor;
  /** Id of the request or job that made the change */
  requestId?: string;
  /** The record before the change; absent for a new record, empty if erased. Secrets are masked */
  before?: Record<string, unknown>;
  /** The record after the change; empty if erased. Secrets are masked */
  after?: Record<string, unknown>;
  /** Position in the organization’s chain; absent while the entry is PENDING */
  position?: number | string;
};

/** A page of the audit trail */
export type AuditingEventPage = {
  /** The rows of this page */
  data: AuditingEvent[];
  /** Page number, starting at 1 */
  page_number: number;
  /** Maximum number of rows on a page */
  page_size: number;
  /** Total number of rows on all pages */
  total_count: number;
};

/** PENDING until the entry has its position in the chain, then AUDITED; FAILED and DONE are unused. */
export type AuditingEventStatus = 'AUDITED' | 'PENDING' | 'FAILED' | 'DONE';

/** A payment received by bank transfer. */
export type BankPaymentParams = {
  /** Amount received, in the currency of the invoice; defaults to the open amount. */
  amount?: number;
  /** When the transfer was received; defaults to now. */
  receivedDate?: string;
  /** Reference on the transfer, or the bank’s own. */
  reference?: string;
};

/** A bank transfer recorded by the seller. */
export type BankTransfer = {
  /** When the transfer was received. */
  receivedDate?: string;
  /** Reference on the transfer, or the bank’s own. */
  reference?: string;
  /** When the payment was reverted. */
  revertedTime?: string;
};

/** A price for the usage that a billable metric counts. */
export type BillableDimension = {
  /** Metric that counts the usage. */
  billableMetricId?: string;
  /** Price model that applies. */
  category?: string;
  /** Description of the charge, for the buyer. */
  description?: string;
  /** Discount on the price. */
  discount?: BillingDiscount;
  /** Length of the term in `timeUnit`; direct sales only. */
  length?: number;
  /** Minimum amount per billing period; direct sales only; no minimum when 0 or less. */
  minimumCommit?: number;
  /** Whether the minimum amount is prorated by the active days of the period. */
  minimumCommitProrata?: boolean;
  /** Scope of the minimum amount. */
  minimumCommitScope?: string;
  /** Displayed name. */
  name?: string;
  /** Price of category basic. */
  priceModelBasic?: PriceModelBasic;
  /** Price of category bulk. */
  priceModelBulk?: PriceModelBulk;
  /** Price of category matrix. */
  priceModelMatrix?: PriceModelMatrix;
  /** Price of category percentage. */
  priceModelPercentage?: PriceModelPercentage;
  /** Price of category tiered. */
  priceModelTiered?: PriceModelTiered;
  /** Price of category tiered-percentage. */
  priceModelTieredPercentage?: PriceModelTieredPercentage;
  /** Price of category volume. */
  priceModelVolume?: PriceModelVolume;
  /** Unit of `length`. */
  timeUnit?: 'DAY' | 'MONTH' | 'YEAR' | (string & {});
};

/** A part of the cost of usage. */
export type BillableDimensionFeeDetail = {
  /** Description. */
  descriptions?: string;
  /** Calculation, such as `5 × 0.1 = 0.5`. */
  feeExpressions?: string;
};

/** An invoice line for usage. */
export type BillableDimensionPriceModelDetail = {
  /** End of the period. */
  endDate?: string;
  /** Start of the period. */
  startDate?: string;
  /** Amount, rounded half up to the smallest unit of the currency. */
  amount?: number;
  /** Metric and group that were counted. */
  billableMetricKey?: MeteringUsageRecordGroupByKey;
  /** Price model. */
  category?: string;
  /** Parts of the amount. */
  details?: BillableDimensionFeeDetail[];
  /** Discount of the dimension. */
  discount?: BillingDiscount;
  /** Calculation of the discount. */
  discountExpression?: string;
  /** Whether the line adds late usage to a period that was billed before. */
  isLate?: boolean;
  /** Whether the usage was in the trial and is free. */
  isTrial?: boolean;
  /** Minimum amount of this line, if any. */
  minimumCommit?: number;
  /** Scope of the minimum amount. */
  minimumCommitScope?: string;
  /** Displayed name of the dimension. */
  name?: string;
  /** Quantity used. */
  quantity?: number;
};

/** Usage of one day. */
export type BillableDimensionUsageDailyRevenue = {
  /** Metric and group that were counted. */
  billableMetricKey?: MeteringUsageRecordGroupByKey;
  /** Day in UTC. */
  date?: string;
  /** Quantity used. */
  quantity?: number;
  /** For UNIQUE_COUNT: the values that no earlier day of the period had, as keys. */
  uniquePropertyItems?: Record<string, unknown>;
};

/** A rule that aggregates records of usage events to a quantity. */
export type BillableMetric = {
  /** Aggregation of records. */
  aggregationType?: BillableMetricAggregationType;
  /** Creation time. */
  creationTime?: string;
  /** Description of the metric; an empty string removes it. */
  description?: string;
  /** Identifier; generated if absent. */
  id?: string;
  /** Filters and grouping. */
  info?: BillableMetricInfo;
  /** When the metric last changed. */
  lastUpdateTime?: string;
  /** Displayed name. */
  name?: string;
  /** Id of the organization. */
  organizationId?: string;
  /** Status of the metric. */
  status?: BillableMetricStatus;
};

/** Aggregation of records: number of records, number of distinct values of a property, or sum, maximum or last of the quantities. */
export type BillableMetricAggregationType = 'COUNT' | 'UNIQUE_COUNT' | 'SUM' | 'MAX' | 'LAST';

/** A condition on a property of a usage record. A record without the property passes only negated operations. */
export type BillableMetricFilter = {
  /** Property. */
  name?: string;
  /** Comparison. */
  operation?: BillableMetricFilterOperation;
  /** Value to compare with: a string or a number, depending on the operation. EXISTS ignores the value. */
  value?: unknown;
  /** Type used to compare values; defaults to the type of the operation. */
  valueType?: BillableMetricFilterValueType;
};

/** Filters; a record must pass at least one filter. */
export type BillableMetricFilterGroup = {
  /** The filters. */
  filters?: BillableMetricFilter[];
};

/** Comparison of a property. For text: IS, NOT_IS, CONTAINS, NOT_CONTAINS; for numbers: GT, GTE, LT, LTE, EQ, NOT_EQ; for both: EXISTS, NOT_EXISTS. */
export type BillableMetricFilterOperation = 'IS' | 'NOT_IS' | 'CONTAINS' | 'NOT_CONTAINS' | 'GT' | 'GTE' | 'LT' | 'LTE' | 'EQ' | 'NOT_EQ' | 'EXISTS' | 'NOT_EXISTS';

/** Type used to compare a property. */
export type BillableMetricFilterValueType = 'STRING' | 'FLOAT';

/** Filters and grouping of a metric. */
export type BillableMetricInfo = {
  /** A record must pass every group; all records count if there are no groups. */
  filterGroups?: BillableMetricFilterGroup[];
  /** Properties by which quantities are grouped. */
  groupBys?: string[];
  /** Property whose distinct values UNIQUE_COUNT counts; ignored for other aggregations. */
  propertyUniqueOn?: string;
};

/** Status of a metric. */
export type BillableMetricStatus = 'ACTIVE' | 'DELETED';

/** A template for addons on entitlements. */
export type BillingAddon = {
  /** When it was created. */
  creationTime?: string;
  /** Description of the addon. */
  description?: string;
  /** Identifier. */
  id?: string;
  /** Price of the addon. */
  info?: BillingAddonInfo;
  /** When the template last changed. */
  lastUpdateTime?: string;
  /** Displayed name. */
  name?: string;
  /** Organization of the seller. */
  organizationID?: string;
  /** Status of the template. */
  status?: BillingAddonStatus;
};

/** Price of an addon. */
export type BillingAddonInfo = {
  /** Amount to charge. */
  amount?: number;
};

/** An amount added to what an entitlement costs. */
export type BillingAddonRecord = {
  /** Amount to charge, with at most the decimals of the currency. */
  amount?: number;
  /** Time of the charge; a bare date means its midnight in UTC. */
  chargeOn?: string;
  /** Purpose of the amount. */
  description?: string;
  /** Identifier, unique within the entitlement; generated if absent or empty. */
  id?: string;
  /** Displayed name. */
  name?: string;
};

/** Status of an addon template. */
export type BillingAddonStatus = 'ACTIVE' | 'DELETED';

/** Amount of an issued invoice that is no longer owed. */
export type BillingCreditNote = {
  /** Amount including taxes. */
  amount?: number;
  /** When the note was created. */
  creationTime?: string;
  /** Signed link to the PDF. */
  creditNoteURL?: string;
  /** Identifier. */
  id?: string;
  /** Amount excluding taxes. */
  netAmount?: number;
  /** Sequential number within the organization, without gaps. */
  number?: number;
  /** Reason. */
  reason?: string;
  /** Signed link to the page of the note. */
  spaUrl?: string;
  /** Tax included in the amount. All notes of an invoice together never exceed the invoice’s tax. */
  taxAmount?: number;
  /** Taxes included in the amount. */
  taxes?: BillingInvoiceTax[];
};

/** Discount on a billed amount. */
export type BillingDiscount = {
  /** Whether the value is a percentage or an amount. */
  discountType?: string;
  /** Percentage or amount that is deducted; the result is never below 0. */
  value?: number;
};

/** Unit of the discount; ABSOLUTE by default. */
export type BillingDiscountKind = 'PERCENTAGE' | 'ABSOLUTE';

/** An invoice to a buyer of a direct sale. */
export type BillingInvoice = {
  /** Id of the buyer. */
  buyerID?: string;
  /** When the draft was created. */
  creationTime?: string;
  /** End of the billed period. */
  endDate?: string;
  /** Id of the entitlement. */
  entitlementID?: string;
  /** Identifier. */
  id?: string;
  /** Lines, amounts and parties. */
  info?: BillingInvoiceInfo;
  /** Signed link to the PDF. */
  invoiceURL?: string;
  /** When the invoice last changed. */
  lastUpdateTime?: string;
  /** Organization that issues the invoice. */
  organizationID?: string;
  /** Payment status. */
  paymentStatus?: BillingPaymentStatus;
  /** Start of the billed period. */
  startDate?: string;
  /** Status. */
  status?: BillingInvoiceStatus;
  /** Kind of fee. */
  type?: BillingInvoiceType;
};

/** Lines, amounts and parties of an invoice. */
export type BillingInvoiceInfo = {
  /** Added fees. */
  addFixedFees?: InvoiceAddFixedFee[];
  /** For ADDON: the addon. */
  addonDetail?: BillingAddonRecord;
  /** Discounts on dimensions. */
  adjustDiscountByDimensions?: InvoiceAdjustDiscountByDimension[];
  /** Minimum spends for dimensions. */
  adjustMinimumSpendByDimensions?: InvoiceAdjustMinimumSpendByDimension[];
  /** Discount on the whole invoice. */
  adjustOverallDiscount?: InvoiceAdjustOverallDiscount;
  /** Minimum spend for the whole invoice. */
  adjustOverallMinimumSpend?: InvoiceAdjustOverallMinimumSpend;
  /** For USAGE: the lines. */
  billableDimensionDetails?: BillableDimensionPriceModelDetail[];
  /** Buyer, as of the issue date. */
  buyer?: BillingInvoiceParty;
  /** For COMMIT: the lines. */
  commitsRevenueDetails?: CommitRevenueDetail[];
  /** When the draft was created. */
  creationDate?: string;
  /** Credit notes of the invoice. */
  creditNotes?: BillingCreditNote[];
  /** Sum of the credit notes; absent if there are none. */
  creditedAmount?: number;
  /** Currency of all amounts. */
  currency?: string;
  /** Amount of the usage covered by a paid commit. */
  deductedCommitAmount?: number;
  /** Invoice that billed the deducted commit. */
  deductedCommitInvoiceID?: string;
  /** Description. */
  description?: string;
  /** Amount of the overall discount; absent if there is none. */
  discountAmount?: number;
  /** Amount owed by the buyer: subtotal less the overall discount, plus tax. */
  dueAmount?: number;
  /** Due date. */
  dueDate?: string;
  /** Days that the invoice stays a draft for review. */
  gracePeriodInDays?: number;
  /** Whether usage is charged only above the commit. */
  isMeteringOverageCommit?: boolean;
  /** Issue date. */
  issueDate?: string;
  /** Issuer, as of the issue date. */
  issuer?: BillingInvoiceParty;
  /** Language of the invoice. */
  language?: string;
  /** Note to the buyer. */
  memo?: string;
  /** Days from issue to the due date. */
  netTermsInDays?: number;
  /** Sequential number within the organization, without gaps; absent until the invoice is issued. */
  number?: number;
  /** Amount paid; absent if nothing was paid. */
  paidAmount?: number;
  /** For INSTALLMENT: the instalment. */
  paymentInstallmentsDetail?: BillingPaymentInstallmentDetail;
  /** Number of days in the billed period. */
  periodTotalDays?: number;
  /** Link to the receipt; present once the invoice is paid. */
  receiptUrl?: string;
  /** Amount refunded; absent if nothing was refunded. */
  refundedAmount?: number;
  /** Signed link to the page of the invoice. */
  spaUrl?: string;
  /** Sum of the lines, less the deducted commit amount. */
  subtotalAmount?: number;
  /** Tax. */
  taxAmount?: number;
  /** Note about taxes, such as the reason for none. */
  taxNote?: string;
  /** Taxes that make up the tax amount. */
  taxes?: BillingInvoiceTax[];
  /** Length of the trial in days. */
  trialPeriodInDays?: number;
  /** For USAGE counted by billable metrics: the usage of each day, except late usage. */
  usageDailyRevenues?: BillableDimensionUsageDailyRevenue[];
};

/** Issuer or buyer of an invoice. */
export type BillingInvoiceParty = {
  /** Postal address. */
  address?: string;
  /** Bank account for payments. */
  bankDetails?: string;
  /** ISO 3166-1 code of the country. */
  country?: string;
  /** E-mail address. */
  emailAddress?: string;
  /** Legal name. */
  name?: string;
  /** Tax numbers. */
  taxIds?: string[];
};

/** Status of an invoice. */
export type BillingInvoiceStatus = 'DRAFT' | 'FINALIZED' | 'CANCELED' | 'DELETED';

/** A tax of an invoice. */
export type BillingInvoiceTax = {
  /** Amount. */
  amount?: number;
  /** Name. */
  name?: string;
  /** Tax rate in percent. */
  percent?: number;
};

/** Kind of fee on an invoice. */
export type BillingInvoiceType = 'COMMIT' | 'USAGE' | 'ADDON' | 'INSTALLMENT';

/** Billing event of marketplace A: one party’s share of an amount that was billed or paid out. */
export type BillingMkABillingEvent = {
  /** Type of the action. */
  action?: string;
  /** Agreement on the marketplace. */
  agreementID?: string;
  /** Amount, with its sign. */
  amount?: number;
  /** 1 if the event changes the seller’s balance. */
  balanceImpacting?: number;
  /** Bank transfer. */
  bankTraceID?: string;
  /** Billing address. */
  billingAddressID?: string;
  /** Company that issues the invoice. */
  brokerID?: string;
  /** Buyer in this service. */
  buyerID?: string;
  /** Transaction of the buyer. */
  buyerTransactionReferenceID?: string;
  /** Currency. */
  currency?: string;
  /** Identifier of the product in the data feed. */
  dataFeedProductID?: string;
  /** Billing event of the payout. */
  disbursementBillingEventID?: string;
  /** Account of the end user. */
  endUserAccountID?: string;
  /** Entitlement in this service. */
  entitlementID?: string;
  /** Account that pays. */
  fromAccountID?: string;
  /** Billing event. */
  id?: string;
  /** Time at which the event was added to the feed. */
  insertDate?: SqlNullTime;
  /** Date of the invoice. */
  invoiceDate?: SqlNullTime;
  /** Invoice. */
  invoiceID?: string;
  /** Offer in this service. */
  offerID?: string;
  /** Organization in this service. */
  organizationID?: string;
  /** Parent event. */
  parentBillingEventID?: string;
  /** Due date of the invoice. */
  paymentDueDate?: SqlNullTime;
  /** Product in this service. */
  productID?: string;
  /** Refunded transaction. */
  refundedBuyerTransactionReferenceID?: string;
  /** Account that is paid. */
  toAccountID?: string;
  /** Transaction. */
  transactionReferenceID?: string;
  /** Type of the share, with the party that it belongs to. */
  transactionType?: string;
  /** End of the usage period. */
  usagePeriodEndDate?: SqlNullTime;
  /** Start of the usage period. */
  usagePeriodStartDate?: SqlNullTime;
};

/** Earning of marketplace B, with the state of its payout. */
export type BillingMkBCmaRevenue = {
  /** Subscription or order on the marketplace. */
  mkBAssetID?: string;
  /** Billing account on the marketplace. */
  mkBBillingAccountID?: string;
  /** Customer on the marketplace. */
  mkBCustomerID?: string;
  /** Offer on the marketplace. */
  mkBOfferID?: string;
  /** Plan on the marketplace. */
  mkBPlanID?: string;
  /** Billing model of the sale. */
  billingModel?: string;
  /** Buyer in this service. */
  buyerID?: string;
  /** Earning. */
  earningID?: string;
  /** Amount due to the seller, in USD. */
  earningUsd?: number;
  /** Entitlement in this service. */
  entitlementID?: string;
  /** Expected month of the payout. */
  estimatedPayoutMonth?: SqlNullTime;
  /** Date of the invoice. */
  invoiceDate?: SqlNullTime;
  /** Due date of the invoice. */
  invoiceDueDate?: SqlNullTime;
  /** Invoice. */
  invoiceID?: string;
  /** Offer in this service. */
  offerID?: string;
  /** Organization in this service. */
  organizationID?: string;
  /** Payout. */
  paymentID?: string;
  /** Date of the payout. */
  paymentSentDate?: SqlNullTime;
  /** State of the buyer’s payment. */
  paymentStatus?: string;
  /** State of the payout. */
  payoutStatus?: string;
  /** Product in this service. */
  productID?: string;
  /** Program. */
  programName?: string;
  /** Purchase. */
  purchaseRecordID?: string;
  /** City of the reseller. */
  resellerCity?: string;
  /** Company of the reseller. */
  resellerCompany?: string;
  /** Country of the reseller. */
  resellerCountry?: string;
  /** E-mail address of the reseller. */
  resellerEmail?: string;
  /** The reseller. */
  resellerID?: string;
  /** State or province of the reseller. */
  resellerState?: string;
  /** Amount that the buyer pays, in USD. */
  revenueUsd?: number;
  /** End of the term. */
  termEndDate?: string;
  /** Start of the term. */
  termStartDate?: string;
  /** Date of the transaction. */
  transactionDate?: SqlNullTime;
};

/** Charges and usage of one day at marketplace C. */
export type BillingMkCChargeUsage = {
  /** Abandoned amount. */
  abandoned?: number;
  /** Account on the marketplace. */
  accountID?: string;
  /** Buyer in this service. */
  buyerID?: string;
  /** Amount that the buyer pays. */
  charges?: number;
  /** Currency. */
  currency?: string;
  /** Amount due to the seller. */
  dueVendor?: number;
  /** Entitlement in this service. */
  entitlementID?: string;
  /** Company of the seller. */
  googleEntity?: string;
  /** Account in the marketplace’s insights report. */
  insightAccountID?: string;
  /** Offer in this service. */
  offerID?: string;
  /** Position in the report. */
  ordinal?: number;
  /** Organization in this service. */
  organizationID?: string;
  /** Further columns of the report, by heading. */
  otherColumns?: Record<string, unknown>;
  /** Whether the charge is prepaid or postpaid. */
  paymentSchedule?: string;
  /** Type of the payment. */
  paymentType?: string;
  /** Prepaid credit used. */
  prepayCredits?: number;
  /** Product in this service. */
  productID?: string;
  /** Refund balance deducted this month. */
  refundBalanceDeductedThisMonth?: number;
  /** Refund balance still outstanding. */
  refundBalanceOutstanding?: number;
  /** Reason for the refund. */
  refundReason?: string;
  /** Amount that was paid out. */
  released?: number;
  /** Day of the report. */
  reportDate?: string;
  /** Sold resource. */
  resource?: string;
  /** Priced article that was used. */
  sku?: string;
  /** Amount of trial usage. */
  trialUse?: number;
  /** Unit of the usage. */
  unit?: string;
  /** Units used. */
  usage?: number;
  /** User of the product. */
  usedBy?: string;
  /** Amount that is withheld. */
  withheld?: number;
};

/** The instalment that an invoice charges. */
export type BillingPaymentInstallmentDetail = {
  /** Amount. */
  amount?: number;
  /** Charge date. */
  chargeOn?: string;
  /** Description. */
  description?: string;
};

/** Payment status of an invoice. */
export type BillingPaymentStatus = 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'FAILED';

/** A payment of an invoice, or a refund. */
export type BillingPaymentTransaction = {
  /** Amount. */
  amount?: number;
  /** Buyer of the invoice. */
  buyerID?: string;
  /** When it was created. */
  creationTime?: string;
  /** Currency. */
  currency?: string;
  /** Entitlement of the invoice. */
  entitlementID?: string;
  /** Identifier, used as idempotency key at the provider. */
  id?: string;
  /** Details. */
  info?: BillingPaymentTransactionInfo;
  /** Invoice that is paid or refunded. */
  invoiceID?: string;
  /** When the transaction last changed. */
  lastUpdateTime?: string;
  /** Organization of the seller. */
  organizationID?: string;
  /** For a refund: the refunded charge. */
  parentID?: string;
  /** Payment provider; absent for credit and bank transfers. */
  partner?: Partner;
  /** PENDING: not sent to the provider yet; PROCESSING: in progress at the provider; SUCCESS and FAILED are final. */
  status?: BillingPaymentStatus;
  /** Type: charge or refund. */
  type?: BillingPaymentTransactionType;
  /** Wallet; absent for bank transfers. */
  walletID?: string;
  /** Kind of the wallet. */
  walletType?: BillingWalletType;
};

/** Details of a transaction from its provider. */
export type BillingPaymentTransactionInfo = {
  /** Bank transfer; such a payment has neither wallet nor provider. */
  bankTransfer?: BankTransfer;
  /** When the invoice was issued. */
  invoiceDate?: string;
  /** Effect on the balance at the provider. */
  payABalanceTransaction?: PayABalanceTransaction;
  /** Disputes by the buyer. */
  payADisputes?: PayADispute[];
  /** Reason for the failure. */
  payAError?: PayAError;
  /** The charge. */
  payAPaymentIntent?: PayAPaymentIntent;
  /** The refund. */
  payARefund?: PayARefund;
  /** Whether a refund of the charge exists, complete or in progress. */
  refundExists?: boolean;
};

/** CHARGE: payment of an invoice; REFUND: money returned from a charge. */
export type BillingPaymentTransactionType = 'CHARGE' | 'REFUND';

/** Credit or a payment method with which a buyer pays direct sales. */
export type BillingWallet = {
  /** Buyer who owns the wallet. */
  buyerID?: string;
  /** When it was created. */
  creationTime?: string;
  /** Currency, which never changes. The wallet pays invoices in this currency; a card without a currency pays invoices in all currencies. */
  currency?: string;
  /** Expiry time, from which the wallet is not used for payments; null if the wallet never expires. */
  expireTime?: string | null;
  /** Identifier at the payment provider. */
  externalID?: string;
  /** Identifier. */
  id?: string;
  /** Details. */
  info?: BillingWalletInfo;
  /** When the wallet last changed. */
  lastUpdateTime?: string;
  /** Displayed name. */
  name?: string;
  /** Organization of the seller. */
  organizationID?: string;
  /** Payment provider; absent for credit. */
  partner?: Partner;
  /** Time from which the wallet is used for payments. */
  startTime?: string;
  /** Status. */
  status?: BillingWalletStatus;
  /** For credit: the total amount granted. */
  totalAmount?: number;
  /** Kind of wallet. */
  type?: BillingWalletType;
  /** For credit: the amount used, less refunds. */
  usedAmount?: number;
};

/** Details of a wallet. */
export type BillingWalletInfo = {
  /** When the wallet was closed. */
  closeDate?: string;
  /** The payment method at payment provider A. */
  payAPaymentMethod?: PayAPaymentMethod;
  /** Id of the setup intent at payment provider A. */
  payASetupIntentId?: string;
};

/** Status of a wallet. It becomes EXPIRED at its expiry time. */
export type BillingWalletStatus = 'ACTIVE' | 'DELETED' | 'PENDING_VERIFY' | 'EXPIRED' | 'CLOSED';

/** Kind of wallet: credit, or a payment method. */
export type BillingWalletType = 'ach_debit' | 'bacs_debit' | 'card' | 'credit' | 'sepa_debit';

/** A buyer’s identifiers in other systems, and sales amounts. */
export type BuyerInfo = {
  /** Customer in invoicing system A. */
  billACustomerID?: string;
  /** Customer in credit system B. */
  billBCustomerId?: string;
  /** Amount that the seller can collect, after the marketplace’s fee. */
  collectableAmount?: number;
  /** Company of the buyer. */
  companyInfo?: CompanyInfo;
  /** Identifier in the seller’s own systems. */
  customerId?: string;
  /** Amount paid out to the seller. */
  disbursedAmount?: number;
  /** E-mail address. */
  emailAddress?: string;
  /** Values of the signup form. */
  fields?: Record<string, unknown>;
  /** Amount sold. */
  grossAmount?: number;
  /** Amount invoiced. */
  invoicedAmount?: number;
  /** Language of the buyer’s invoices; by default the organization’s language. */
  language?: InvoiceLanguage;
  /** Member or API client that made the last change. */
  lastModifiedBy?: string;
  /** Customer in accounting system A. */
  ledgerACustomerId?: string;
  /** Customer in metering system A. */
  meterACustomerId?: string;
  /** Customer in metering system B. */
  meterBCustomerId?: string;
  /** Buyer on marketplace A. */
  mkABuyer?: MkAAccountIdentifier;
  /** Buyer on marketplace B. */
  mkBBuyer?: IdentityRef;
  /** Buyer on marketplace C. */
  mkCBuyer?: MkCUserAccount;
  /** Buyer on marketplace F. */
  mkFBuyer?: MkFBuyer;
  /** Customer of payment provider A. */
  payABuyer?: PayACustomer;
  /** Identifier at payment provider A. */
  payACustomerId?: string;
  /** Customer of payment provider B. */
  payBBuyer?: PayBBuyer;
  /** Payment settings for direct sales. */
  paymentConfig?: PaymentConfig;
  /** Signed URL of the buyer’s page, which opens without login. */
  spaUrl?: string;
};

/** Reason for the cancellation of an entitlement. */
export type CancelEntitlementParams = {
  /** Explanation for the buyer. */
  description?: string;
  reasonCode?: CancellationReasonCode;
};

/** Reason for the cancellation, shown to the buyer. Default: OTHER. */
export type CancellationReasonCode = 'ALTERNATIVE_PROCUREMENT_CHANNEL' | 'BUYER_DISSATISFACTION' | 'INCORRECT_TERMS_ACCEPTED' | 'OTHER' | 'PRODUCT_DISCONTINUED' | 'REPLACING_AGREEMENT' | 'TEST_AGREEMENT' | 'UNINTENDED_RENEWAL';

/** The seller’s last cancellation request to the buyer, on marketplaces where the buyer decides. */
export type CancellationRequest = {
  /** Deadline of the buyer’s response, after which silence counts as consent; absent once decided. */
  answerTime?: string;
  /** When the request was sent. */
  creationTime?: string;
  /** Identifier of the request at the marketplace. */
  externalID?: string;
  /** When the state of the request last changed. */
  lastUpdateTime?: string;
  /** Explanation by the buyer or the marketplace, for example of a rejection. */
  message?: string;
  /** Reason for the cancellation, shown to the buyer. */
  reasonCode?: string;
  /** State of the request. VALIDATION_FAILED: the marketplace did not forward it to the buyer. */
  status?: 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'CANCELLED' | 'VALIDATION_FAILED' | (string & {});
};

/** Scheduled cancellation of an entitlement. */
export type CancellationSchedule = {
  /** Day of the cancellation, for type SpecificDate. */
  cancelDate?: string;
  /** When the cancellation was scheduled. */
  creationDate?: string;
  /** Reason. */
  note?: string;
  /** Rule for the day of the cancellation. */
  type?: string;
};

/** Company that sells for the organization or brings it customers. */
export type ChannelPartner = {
  /** Member or client that created the channel partner. */
  createdBy?: string;
  /** When the channel partner was created. */
  creationTime?: string;
  /** Identifier. */
  id?: string;
  /** When the channel partner last changed. */
  lastUpdateTime?: string;
  /** Organization for which the channel partner sells. */
  organizationID?: string;
  /** Accounts at marketplaces. An account belongs to one channel partner. */
  accounts?: MarketplaceAccount[];
  /** Contacts of the organization at the channel partner. */
  contactIds?: string[];
  /** Account in CRM A. */
  crmAAccountId?: string;
  /** Company in CRM B. */
  crmBCompanyId?: string;
  /** Account in CRM C. */
  crmCAccountId?: string;
  /** Registered domains of the company, not of a mail provider. A subdomain is stored as its registered domain. */
  domains?: string[];
  /** Name; required. */
  name?: string;
  /** Notes of the organization, hidden from the channel partner. */
  notes?: string;
  /** The responsible member; absent once the member has left. */
  ownerId?: string;
  status?: ChannelPartnerStatus;
  /** Tier of the channel partner. */
  tierId?: string;
  type?: ChannelPartnerType;
};

/** Agreement with a channel partner: products, countries, share and period. */
export type ChannelPartnerAgreement = {
  /** The channel partner. */
  channelPartnerId?: string;
  /** Member or client that created the agreement. */
  createdBy?: string;
  /** When the agreement was created. */
  creationTime?: string;
  /** Identifier. */
  id?: string;
  /** When the agreement last changed. */
  lastUpdateTime?: string;
  /** Organization. */
  organizationID?: string;
  /** Countries of sale, ISO 3166-1 alpha-2 in any letter case; all countries when empty. */
  countries?: string[];
  /** Day on which the agreement has ended; null for an open end. A notice is sent 30 days before. */
  endDate?: string | null;
  /** Signed document: a file of the organization, which cannot be deleted while it is referenced. */
  fileId?: string;
  /** Name; by default the channel partner’s. */
  name?: string;
  /** Products that may be sold; all products when empty. */
  productIds?: string[];
  /** Share of the channel partner in percent; required. From 0 to 100, with four decimals at most. */
  share?: number;
  /** First day of the agreement; required. */
  startDate?: string;
};

/** A channel partner’s contribution in a range of days. */
export type ChannelPartnerReport = {
  /** The channel partner. */
  channelPartnerId?: string;
  /** The deal registrations that were created. */
  deals?: ChannelPartnerReportDeals[];
  /** The last day, in UTC. */
  endDate?: string;
  /** The entitlements that began. */
  entitlements?: ChannelPartnerReportEntitlements[];
  /** The offers attributed to it. */
  offers?: ChannelPartnerReportOffers[];
  /** Amounts by currency; exact, not rounded. */
  sales?: ChannelPartnerReportSales[];
  /** The first day, in UTC. */
  startDate?: string;
};

/** Deal registrations with one state and one currency. */
export type ChannelPartnerReportDeals = {
  /** Expected amount. */
  amount?: number;
  /** Number of records. */
  count?: number;
  /** Currency; absent for records without a currency. */
  currency?: string;
  /** Current state. */
  status?: string;
};

/** Entitlements with one type of attribution and one currency. */
export type ChannelPartnerReportEntitlements = {
  /** Number of records. */
  count?: number;
  /** Currency; absent for records without a currency. */
  currency?: string;
  kind?: AttributionKind;
};

/** Offers with one state and one currency. */
export type ChannelPartnerReportOffers = {
  /** Number of records. */
  count?: number;
  /** Currency; absent for records without a currency. */
  currency?: string;
  /** Current state. */
  status?: string;
};

/** Sales with one type of attribution and one currency. */
export type ChannelPartnerReportSales = {
  /** Number of entitlements. */
  count?: number;
  /** Currency of the amounts. */
  currency?: string;
  /** Share of the sales that were paid in these days, independent of the day of the sale. */
  earnedShare?: number;
  /** Share of the sales of these days. Resold entitlements earn no share. */
  expectedShare?: number;
  /** Amount that buyers pay for the sales of these days, without tax. */
  gross?: number;
  kind?: AttributionKind;
};

/** Status of a channel partner. Only deal registrations of ACTIVE channel partners can be submitted and approved. */
export type ChannelPartnerStatus = 'PROSPECT' | 'ACTIVE' | 'SUSPENDED' | 'TERMINATED';

/** Tier of channel partners. */
export type ChannelPartnerTier = {
  /** When the tier was created. */
  creationTime?: string;
  /** Identifier. */
  id?: string;
  /** When the tier last changed. */
  lastUpdateTime?: string;
  /** Organization. */
  organizationID?: string;
  /** Name; required. */
  name?: string;
  /** Days for which an approved deal registration protects its customer. */
  protectionDays?: number;
  /** Rank of the tier, 1 for the highest; unique, required. */
  rank?: number;
  /** Share of a channel partner’s sales, unless an agreement has another share; required. From 0 to 100, with four decimals at most. */
  share?: number;
};

/** Kind of channel partner. */
export type ChannelPartnerType = 'RESELLER' | 'REFERRAL' | 'DISTRIBUTOR' | 'SERVICES';

/** Work that another operation enqueued */
export type ChildOperationDetails = {
  /** Time at which the operation ended */
  endTime?: string;
  /** Id of the operation */
  id?: string;
  /** Human-readable outcome or, while the operation is running, the error of the last attempt */
  message?: string;
  /** Human-readable name of the work */
  name?: string;
  /** Time at which the operation was requested */
  startTime?: string;
  /** RUNNING includes waiting for a slot or another attempt. Other values may be added */
  status?: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | (string & {});
  /** Always TemporalWorkflow, for compatibility with existing clients */
  type?: string;
  /** Subject, requester, number of attempts and time of the next attempt */
  memo?: Record<string, unknown>;
  /** Id of the run. An operation has a single run, which includes all attempts */
  runId?: string;
  /** Always null: only one level of children is returned */
  childWorkflowOperations?: null;
};

/** The page on which buyers sign up after a purchase at a marketplace, and the mail about a signup. */
export type ClientSignupPageConfigInfo = {
  /** Addresses that get a copy of the mail about a signup; 50 at most. The mail is sent if `notificationConfigInfo.enableEmailNotification` is true. */
  ccEmails?: string[];
  /** Logo of the seller: a PNG, JPEG, GIF or WebP picture of at most 200 kB. The service keeps a copy and serves it to buyers. */
  companyLogoUrl?: string;
  /** Name of the seller on the page; the name of the organization when absent. */
  companyName?: string;
  /** HTML template of the mail, used if `enableCustomEmailTemplate` is true. Placeholders are those of mail templates, and `signup.companyName`, `signup.contactName`, `signup.firstName`, `signup.lastName`, `signup.emailAddress`, `signup.phoneNumber`, `signup.notes`, `signup.purchase`, `signup.entitlementID`. */
  customEmailTemplate?: string;
  /** Template of the introduction of the page, used if `enableCustomTemplate` is true: Markdown with the placeholders `seller.name`, `purchase.name`, `product.name`, `buyer.name` and `marketplace`. HTML tags are shown as text; links may have http, https and mailto addresses. */
  customTemplate?: string;
  /** Whether the mail uses `customEmailTemplate`. */
  enableCustomEmailTemplate?: boolean;
  /** Whether the page uses `customTemplate`. */
  enableCustomTemplate?: boolean;
  /** Whether entitlements of the last 3 days without a signup are reported. */
  enableHeadlessEntitlementsReport?: boolean;
  /** Whether a signup on the page updates the name, the e-mail address and `info.fields` of the buyer. */
  enableUpdateBuyer?: boolean;
  /** Whether the page omits the mark of the marketplace. */
  hideCloudPartnerLogo?: boolean;
  /** Picture of the page; formats and size as for `companyLogoUrl`. */
  landingImageUrl?: string;
  /** Template of the subject of the mail, with the placeholders of `customEmailTemplate`. */
  notificationEmailSubject?: string;
  /** Plain text at the end of the mail. */
  publicNotes?: string;
  /** Identifier of the page; assigned by the service. */
  signupId?: string;
  /** Video about the product, to which the page links. */
  videoLink?: string;
};

/** A flat fee that the buyer commits to, once or repeatedly. */
export type CommitDimension = {
  /** Whether the buyer chooses the quantity when accepting. */
  buyerQuantityConfigurable?: boolean;
  /** Display group of the commit. */
  category?: string;
  /** Description for the buyer. */
  description?: string;
  /** Whether a person added the commit; otherwise it comes from the listing. */
  isUserCreated?: boolean;
  /** API name of the commit. */
  key?: string;
  /** Length of the commit in `timeUnit`, at most the term; a shorter commit recurs. 0: once, until `termEndTime`. */
  length?: number;
  /** Maximum number of seats, for commits by seat. */
  maximumUsers?: number;
  /** Minimum number of seats, for commits by seat. */
  minimumUsers?: number;
  /** Displayed name. */
  name?: string;
  /** Units committed to. */
  quantity?: number;
  /** Unit price unit for `length`, after discounts, up to 8 decimals; for the whole term if there is no length (marketplace C: for a month). */
  rate?: number;
  /** Length as text, for display. */
  term?: string;
  /** End of a commit without a length. A date without a time excludes that day: it means midnight in UTC. */
  termEndTime?: string;
  /** Unit of `length`. */
  timeUnit?: 'DAY' | 'MONTH' | 'YEAR' | (string & {});
  /** Whether the commit is flat or by seat. */
  type?: string;
  /** Purposes of the commit: metering, entitlement or external metering. */
  types?: string[];
};

/** An invoice line for a commit. */
export type CommitRevenueDetail = {
  /** End of the period. */
  endDate?: string;
  /** Start of the period. */
  startDate?: string;
  /** Amount for the period, rounded half up to the smallest unit of the currency. */
  amount?: number;
  /** Description. */
  description?: string;
  /** Calculation. */
  expression?: string;
  /** Key of the commit. */
  key?: string;
  /** Displayed name. */
  name?: string;
  /** Quantity. */
  quantity?: number;
  /** Fee per unit. */
  rate?: number;
};

/** The company of a buyer. */
export type CompanyInfo = {
  /** Street and number. */
  addressLine1?: string;
  /** Further line of the address. */
  addressLine2?: string;
  /** Town. */
  city?: string;
  /** Country. */
  country?: string;
  /** Domain of its e-mail addresses. */
  emailDomain?: string;
  /** Name of the company. */
  name?: string;
  /** Postal code. */
  postalCode?: string;
  /** State or province. */
  state?: string;
  /** Date from which this is valid. */
  validFrom?: string;
};

/** Person who is notified of changes. */
export type Contact = {
  /** Company of the person. */
  company?: string;
  /** E-mail address. */
  email?: string;
  /** Name of the person. */
  name?: string;
};

/** Contract value in one currency */
export type ContractValue = {
  /** ISO 4217 code; amounts of different currencies are never added */
  currency: string;
  /** Number of records in this currency */
  count: number;
  /** Total amount */
  amount: number;
  /** The years of the terms, in order; their amounts add up to the total */
  years: ContractValueYear[];
};

/** Contract value of a calendar year */
export type ContractValueYear = {
  /** Calendar year, in UTC */
  year: number;
  /** Part of the amount for the days of this year */
  amount: number;
};

/** Field names of a CRM, if they differ from the default names. */
export type CosellAccountMappingConfig = {
  /** Names of account fields. */
  account?: AccountFieldMapping;
  /** The CRM. */
  crmPartner?: Partner;
  /** When the names were last checked; set by the service. */
  lastValidatedAt?: string;
  /** Names of opportunity fields. */
  opportunity?: OpportunityFieldMapping;
};

/** Co-selling between one CRM and one marketplace. */
export type CosellConfigInfo = {
  /** The marketplace. */
  cloudPartner?: Partner;
  /** The CRM. */
  crmPartner?: Partner;
  /** Settings of this pair. */
  info?: CosellPairConfigInfo;
};

/** Filling of the co-sell records of one system from another system. */
export type CosellFillerConfigInfo = {
  /** Source system. */
  from?: Partner;
  /** Time of the last change; set by the service. */
  lastModifyTime?: string;
  mappingInfo?: CosellFillerFieldMappingInfo;
  /** Target system. */
  to?: Partner;
  /** Version of the mapping’s format. */
  version?: string;
};

/** Mapping of fields. */
export type CosellFillerFieldMappingInfo = Record<string, unknown>;

/** Where co-sell signals are used. */
export type CosellIntelligenceConfigInfo = {
  /** Older switch; used for marketplaces whose own switch is unset. */
  cosellIntelligenceSignalsEnabled?: boolean;
  /** Switch for marketplace A; if null, the older switch applies. */
  mkASignalsEnabled?: boolean | null;
  /** Switch for marketplace B; if null, the older switch applies. */
  mkBSignalsEnabled?: boolean | null;
  /** Switch for marketplace C; if null, the older switch applies. */
  mkCSignalsEnabled?: boolean | null;
};

/** Settings of a CRM and a marketplace together. */
export type CosellPairConfigInfo = Record<string, unknown>;

/** Fields of an addon template. */
export type CreateAndUpdateAddonParams = {
  /** Amount to charge. */
  amount?: number;
  /** Description of the addon; an empty string removes it. */
  description?: string;
  /** Displayed name. */
  name?: string;
};

/** A buyer of direct sales to create. */
export type CreateBuyerParams = {
  /** Customer in invoicing system A. */
  billACustomerID?: string;
  /** Customer in credit system B. */
  billBCustomerId?: string;
  /** Company of the buyer. */
  companyInfo?: CompanyInfo;
  /** Identifier in the seller’s own systems. */
  customerId?: string;
  /** Note on the buyer. */
  description?: string;
  /** E-mail address. */
  emailAddress?: string;
  /** Language of the buyer’s invoices; by default the organization’s language. */
  language?: InvoiceLanguage;
  /** Customer in accounting system A. */
  ledgerACustomerId?: string;
  /** Customer in metering system A. */
  meterACustomerId?: string;
  /** Customer in metering system B. */
  meterBCustomerId?: string;
  /** Name of the buyer. */
  name?: string;
  /** Identifier at payment provider A. */
  payACustomerId?: string;
  /** Payment settings for direct sales. */
  paymentConfig?: PaymentConfig;
  /** PAYA or PAYB, or absent. Buyers of marketplaces are created with their purchases. */
  partner?: Partner;
  /** Identifier at payment provider B. */
  payBCustomerId?: string;
};

/** Credit to grant to a buyer. */
export type CreateCreditWalletParams = {
  /** Currency; defaults to the currency of the buyer’s payments, or USD. */
  currency?: string;
  /** Expiry time, from which the credit is not used for payments; the credit never expires if null or absent. */
  expireTime?: string | null;
  /** Displayed name. */
  name?: string;
  /** Time from which the credit is used for payments; defaults to now. */
  startTime?: string;
  /** Amount to grant; defaults to 0. */
  totalAmount?: number;
};

/** A direct sale that seller and buyer agreed on outside the service. */
export type CreateEntitlementParams = {
  /** Buyer; required. */
  buyerId?: string;
  /** End time; null: the end from the offer. With an end in the past, the entitlement is CANCELLED immediately. A bare date means its midnight in UTC, so that day is excluded. */
  endDate?: string | null;
  /** Accepted offer for direct sales; required. */
  offerId?: string;
  /** Organization; ignored in favor of the path. */
  organizationId?: string;
  /** Start time, which may be in the past or future; null: now. A bare date means its midnight in UTC, so that day is included. */
  startDate?: string | null;
};

/** An organization to create. */
export type CreateOrganizationParams = {
  /** Name of the organization. */
  name: string;
  /** Description of the organization. */
  description?: string | null;
  /** Address of its website. */
  website?: string | null;
  /** Required domain of members’ addresses: the domain of the caller’s own address; empty for no domain. */
  emailDomain?: string | null;
  /** Kind of organization. */
  type?: string | null;
  /** PROD uses real partners, TEST the sandbox. */
  environment?: OrganizationEnvironment;
};

/** A role to create. */
export type CreateRoleParams = {
  /** Name of the role: 2 to 50 capital letters, digits and underscores, a letter first. */
  name: string;
  /** Purpose of the role. */
  description?: string | null;
  /** Permissions of the role; at most those of the caller. organization:read is always included. */
  permissions: Permission[];
};

/** A view to save. */
export type CreateSavedViewParams = {
  /** The list: the path of its page in the console without the organization, such as `usage/reports`. */
  list: string;
  /** Name of the view, 1 to 60 characters. It is unique among the member’s views of the list, ignoring case. */
  name: string;
  /** Parameters of the list’s address: filters, `sort`, `order` and `columns`. At most 2,000 characters as a query string. */
  query: Record<string, string>;
};

/** A file to attach. */
export type CreateSupportTicketAttachmentRequest = {
  /** The file: PDF, DOCX, plain text (UTF-8), HTML, PNG, JPEG, GIF or WebP. */
  file?: Blob | string;
};

/** Usage of one entitlement at one time. Entitlement and organization are those of the path. */
export type CreateUsageRecordGroupParams = {
  /** Usage by billable metric, in place of `records`. */
  billableRecords?: MeteringUsageRecord[];
  /** Id of the entitlement. */
  entitlementID?: string;
  /** Identifier, preferably a UUIDv7. Reporting the same id and content again returns the first record (R60). */
  id?: string;
  /** Origin of the record group. */
  metaInfo?: MeteringUsageRecordGroupMetaInfo;
  /** Quantities by dimension key, or by name if it is unique: 1 to 100 entries. */
  records?: Record<string, number>;
  /** Time of use; defaults to the time of the call. */
  timestamp?: string;
  /** Organization, as in the path. */
  organizationID?: string;
};

/** Record that conflicts with a deal registration. */
export type DealConflict = {
  /** Channel partner of the conflicting deal registration. */
  channelPartnerId?: string;
  /** Identifier of the other record. */
  id?: string;
  /** Kind of the other record. */
  kind?: DealConflictKind;
  /** Name of the other record. */
  name?: string;
  /** Common products of the two records. */
  productIds?: string[];
  /** Common property of the two customers: DOMAIN, ACCOUNT or CRM_ACCOUNT. */
  reason?: 'DOMAIN' | 'ACCOUNT' | 'CRM_ACCOUNT' | (string & {});
  /** Status of the other record. */
  status?: string;
};

/** Kind of record that conflicts with a deal registration. */
export type DealConflictKind = 'DEAL_REGISTRATION' | 'OFFER' | 'ENTITLEMENT' | 'REFERRAL';

/** Current conflicts of a deal registration. */
export type DealConflicts = {
  /** The conflicts; at most 100 of each kind. */
  conflicts?: DealConflict[];
};

/** Customer of a deal registration. A submission requires domain, account or crmAAccountId. */
export type DealCustomer = {
  /** Account at a marketplace. */
  account?: MarketplaceAccount;
  /** Country, ISO 3166-1 alpha-2 in any letter case. */
  country?: string;
  /** Account in CRM A. */
  crmAAccountId?: string;
  /** Registered domain of the company, not of a mail provider. A subdomain is stored as its registered domain. */
  domain?: string;
  /** Name. */
  name?: string;
};

/** Claim of a channel partner to bring a customer. While APPROVED, it protects the customer for the channel partner. */
export type DealRegistration = {
  /** The channel partner; required, immutable. */
  channelPartnerId?: string;
  /** Message of the command that ended the registration. */
  closeMessage?: string;
  /** When the registration ended. */
  closeTime?: string;
  /** Member or client that created the registration. */
  createdBy?: string;
  /** When the registration was created. */
  creationTime?: string;
  /** Member or client that decided. */
  decidedBy?: string;
  /** Message of the decision. */
  decisionMessage?: string;
  /** When the decision was made. */
  decisionTime?: string;
  /** The entitlement that won the registration. */
  entitlementID?: string;
  /** Whether there were conflicts at the last submission. */
  hasConflict?: boolean;
  /** Identifier. */
  id?: string;
  /** When the registration last changed. */
  lastUpdateTime?: string;
  /** The offer that won the registration. */
  offerID?: string;
  /** Organization. */
  organizationID?: string;
  /** The deal registration that overrode its protection, or a part of it. */
  overriddenBy?: string;
  /** Reason why the approval overrode another registration’s protection. */
  overrideReason?: string;
  /** The products for which the customer is protected. */
  protectedProductIds?: string[];
  /** End of the protection. */
  protectionEndTime?: string;
  /** Status. */
  status?: DealRegistrationStatus;
  /** When the registration was last submitted. */
  submissionTime?: string;
  /** Member or client that last submitted the registration. */
  submittedBy?: string;
  /** Expected amount; not negative, with the decimals of the currency, which is then required. */
  amount?: number;
  /** Currency of the amount. */
  currency?: string;
  /** The customer. */
  customer?: DealCustomer;
  /** Day on which the deal is expected to be won. */
  expectedCloseDate?: string;
  /** Name. */
  name?: string;
  /** Notes, visible to the channel partner. */
  notes?: string;
  /** Products that the customer may buy; a submission requires at least one. */
  productIds?: string[];
};

/** Message of a command on a deal registration. */
export type DealRegistrationNote = {
  /** Message, visible to the channel partner. */
  message?: string;
};

/** Status of a deal registration. */
export type DealRegistrationStatus = 'DRAFT' | 'SUBMITTED' | 'ACTION_REQUIRED' | 'APPROVED' | 'REJECTED' | 'WON' | 'LOST' | 'EXPIRED' | 'WITHDRAWN';

/** An instance in marketplace D’s own format. */
export type DescribeInstanceBody = {
  /** Place at which the instance was activated. */
  ActiveAddress?: string;
  /** Application details, as JSON text. */
  AppJson?: string;
  /** Whether the instance renews automatically. */
  AutoRenewal?: string;
  /** Start, in milliseconds since 1970. */
  BeganOn?: number;
  /** Component details, as JSON text. */
  ComponentJson?: string;
  /** Limits of the instance. */
  Constraints?: string;
  /** Creation time, in milliseconds since 1970. */
  CreatedOn?: number;
  /** End, in milliseconds since 1970. */
  EndOn?: number;
  /** Further details, as JSON text. */
  ExtendJson?: string;
  /** Host details, as JSON text. */
  HostJson?: string;
  /** Identifier of the instance. */
  InstanceId?: number | string;
  /** Whether the instance is a trial. */
  IsTrial?: boolean;
  /** Code of the license. */
  LicenseCode?: string;
  /** Purchased modules. */
  Modules?: MkDModules;
  /** Order that created the instance. */
  OrderId?: number | string;
  /** Code of the product. */
  ProductCode?: string;
  /** Name of the product. */
  ProductName?: string;
  /** Code of the product’s variant. */
  ProductSkuCode?: string;
  /** Type of product. */
  ProductType?: string;
  /** State of the instance’s resources. */
  RelationalData?: MkDRelationalData;
  /** State of the instance. */
  Status?: string;
  /** Name of the seller. */
  SupplierName?: string;
};

/** An order in marketplace D’s own format. */
export type DescribeOrderBody = {
  /** Purchased accounts. */
  AccountQuantity?: number;
  /** Account of the buyer. */
  AliUid?: number | string;
  /** Purchased components. */
  Components?: Record<string, unknown>;
  /** Amount paid by coupon. */
  CouponPrice?: number;
  /** Creation time, in milliseconds since 1970. */
  CreatedOn?: number;
  /** Instances that the order created. */
  InstanceIds?: MkDInstanceIds;
  /** Identifier of the order. */
  OrderId?: number | string;
  /** State of the order. */
  OrderStatus?: string;
  /** Type of order. */
  OrderType?: string;
  /** Price before discounts. */
  OriginalPrice?: number;
  /** Payment time, in milliseconds since 1970. */
  PaidOn?: number;
  /** State of the payment. */
  PayStatus?: string;
  /** Amount paid. */
  PaymentPrice?: number;
  /** Unit of the purchased period. */
  PeriodType?: string;
  /** Code of the product. */
  ProductCode?: string;
  /** Name of the product. */
  ProductName?: string;
  /** Code of the product’s variant. */
  ProductSkuCode?: string;
  /** Purchased periods. */
  Quantity?: number;
  /** Request that read the order. */
  RequestId?: string;
  /** Company of the seller. */
  SupplierCompanyName?: string;
  /** Telephone numbers of the seller. */
  SupplierTelephones?: MkDSupplierTelephones;
  /** Price of the whole order. */
  TotalPrice?: number;
};

/** Division of the commit of the current term. */
export type DivideEntitlementCommitParams = {
  /** Amount to divide, at most the remaining commit; 0, negative or absent: the whole remaining commit, as credit. */
  commitAmount?: number;
  /** Start times of the parts, ascending; the first part starts with the term. Required. */
  startDates?: string[];
};

/** E-mail notification of members about one scope. */
export type EmailNotificationScopeEventConfig = {
  /** Addresses that get a hidden copy. */
  bccRecipients?: string[];
  /** Addresses that get a copy. */
  ccRecipients?: string[];
  /** Whether mails of this scope are sent. */
  enabled?: boolean;
  /** Groups of people that are notified, by their relation to the entity. */
  roleGroups?: string[];
  /** Sender; the default sender when absent. */
  senderEmail?: string;
  /** Subject instead of the default. */
  subjectOverride?: string;
  /** Template instead of the default. */
  templateOverride?: string;
  /** Addresses that are notified. */
  recipients?: string[];
};

/** Confirmation of an e-mail address. */
export type EmailVerification = {
  /** Token from the link in the mail. */
  token: string;
  /** Password: 12 to 200 characters, not the e-mail address. */
  password: string;
};

/** Attribution of an entitlement to a channel partner, as its offer was attributed when it was accepted. */
export type EntitlementAttribution = {
  basis?: AttributionBasis;
  /** The channel partner; required. */
  channelPartnerId?: string;
  /** When the attribution was created. */
  creationTime?: string;
  /** The deal registration that the sale won, if that is the basis. */
  dealRegistrationId?: string;
  /** Identifier. */
  id?: string;
  kind?: AttributionKind;
  /** Organization. */
  organizationID?: string;
  /** Share of the channel partner; the shares of one offer add up to at most 100. Required. From 0 to 100, with four decimals at most. */
  share?: number;
  /** First day of revenue that is not attributed; null while the attribution continues. */
  endDate?: string | null;
  /** The entitlement. */
  entitlementID?: string;
  /** The accepted offer; absent for purchases without an offer. */
  offerID?: string;
  /** First day of attributed revenue; null means from the beginning. */
  startDate?: string | null;
};

/** The terms and amounts of a purchase. */
export type EntitlementInfo = {
  /** Amounts added. */
  addons?: BillingAddonRecord[];
  /** Days before the end at which members are notified. */
  alertDaysBeforeEnd?: number;
  /** Annualized contract value in `currency`; null for usage-only or one-time payment, or if it cannot be computed. */
  annualizedAmount?: number | null;
  /** Whether the entitlement renews automatically. */
  autoRenew?: boolean;
  /** Usage prices by billable metric. */
  billableDimensions?: BillableDimension[];
  /** When billing periods begin. */
  billingCycle?: string;
  /** Months between invoices, as in the offer. */
  billingIntervalInMonths?: number;
  /** Page on which the buyer manages the purchase at the marketplace. */
  buyerManagementURL?: string;
  /** The last cancellation request to the buyer; marketplace A. */
  cancellationRequest?: CancellationRequest;
  /** Amount due to the seller, net of the marketplace’s fee. */
  collectableAmount?: number;
  /** Price of the whole purchased or renewed period on the current terms; the sum of instalments, if any. The price is prorated to the terms by UTC days. */
  commitAmount?: number;
  /** Flat fees. */
  commits?: CommitDimension[];
  /** Currency of all amounts. */
  currency?: string;
  /** Delivery method of the software. */
  deliveryMethod?: string;
  /** Usage prices by marketplace dimension, the first 50; the offer has all dimensions. */
  dimensions?: MeteringDimension[];
  /** Whether there are more than 50 dimensions. */
  dimensionsOversized?: boolean;
  /** Amount paid out to the seller. */
  disbursedAmount?: number;
  /** Type of the license agreement. */
  eulaType?: 'SCMP' | 'ECMP' | 'RCMP' | 'CUSTOM' | 'ISV' | 'CURRENT' | (string & {});
  /** Address of the license agreement. */
  eulaUrl?: string;
  /** Whether these terms come from the offer because the agreement contains no terms. */
  fallbackFromOffer?: boolean;
  /** Days that an invoice stays a draft for review. */
  gracePeriodInDays?: number;
  /** Committed amount plus metered usage. */
  grossAmount?: number;
  /** Amount invoiced. */
  invoicedAmount?: number;
  /** Whether only usage above the commit is charged, instead of all usage in addition to it. */
  isMeteringOverageCommit?: boolean;
  /** Agreement on marketplace A. */
  mkAAgreement?: MkAAgreement;
  /** Address of the agreement as PDF; marketplace A. */
  mkAAgreementPdfURL?: string;
  /** Reseller on marketplace A. */
  mkAChannelPartner?: MkAChannelPartner;
  /** Rights by dimension on marketplace A. */
  mkAEntitlements?: MkAEntitlement[] | null;
  /** License that distinguishes concurrent agreements of a buyer; marketplace A. */
  mkALicenseArn?: string;
  /** Offer set of the accepted offer; marketplace A. */
  mkAOfferSetId?: string;
  /** Order on marketplace B, which matches revenue if `externalID` does not. */
  mkBAssetID?: string;
  /** Subscriptions on marketplace B. */
  mkBSubscriptions?: MkBSubscription[] | null;
  /** Entitlements on marketplace C. */
  mkCEntitlements?: MkCEntitlement[] | null;
  /** Plans bought on marketplace C. */
  mkCPlans?: MkCPurchaseOptionSpec[];
  /** Instances on marketplace D. */
  mkDEntitlements?: DescribeInstanceBody[] | null;
  /** Orders on marketplace D. */
  mkDOrders?: DescribeOrderBody[] | null;
  /** Accepted offer on marketplace E. */
  mkEAcceptedOffer?: MkEOffer;
  /** Accepted offer on marketplace F. */
  mkFOffer?: MkFOffer;
  /** Days from the date of an invoice until payment is due. */
  netTermsInDays?: number;
  /** Whether the offer was public or private. */
  offerVisibility?: string;
  /** Payments on dates. */
  paymentInstallments?: PaymentInstallment[];
  /** Whether the buyer pays in advance. */
  paymentSchedule?: string;
  /** Whether partial billing periods are charged in proportion. */
  proratedBilling?: boolean;
  /** Conditions for cancellations and refunds. */
  refundCancellationPolicy?: string;
  /** Refunds requested from the marketplace, oldest first; marketplace A. */
  refunds?: MarketplaceRefund[];
  /** Notes of the seller, hidden from the buyer. */
  sellerNotes?: string;
  /** Signed address of the entitlement’s page, which opens without login and can be shared with the buyer. */
  spaUrl?: string;
  /** Tax identification numbers for the calculation of tax. */
  taxIds?: string[];
  /** Trial. */
  trialConfig?: TrialConfig;
  /** Vendor of the product, from its listing. */
  vendorName?: string;
};

/** A change of the plan or the quantity that the buyer requested at a marketplace, with the seller’s answer. */
export type EntitlementRequest = {
  /** When the request was answered. */
  answerTime?: string;
  /** Member or API client that answered. */
  answeredBy?: string;
  /** How the request was answered. MARKETPLACE: in the marketplace’s portal, or by silence. */
  answeredThrough?: 'SELLER' | 'SETTING' | 'MARKETPLACE' | (string & {});
  /** Buyer of the entitlement. */
  buyerID?: string;
  /** When the buyer made the request, or when it was first read. */
  creationTime?: string;
  /** Entitlement that the buyer wants to change. */
  entitlementID?: string;
  /** The marketplace’s reasons for refusing the last answer. */
  errorMessages?: string[];
  /** Identifier of the request at the marketplace. */
  externalID?: string;
  /** Identifier. */
  id?: string;
  /** Time of the last change. */
  lastUpdateTime?: string;
  /** Organization of the seller. */
  organizationID?: string;
  /** Marketplace of the request. */
  partner?: Partner;
  /** Requested plan. */
  planID?: string;
  /** The reasons for refusing the last answer, with the next step. */
  prettifiedErrorMessages?: string[];
  /** Requested number of units. */
  quantity?: number;
  /** Reason of the rejection, shown to the buyer if the marketplace shows it. */
  reason?: string;
  /** State of the request. ACCEPTING, REJECTING: the answer is on its way to the marketplace. LAPSED: withdrawn by the buyer, or ended without effect. */
  status?: 'PENDING' | 'ACCEPTING' | 'REJECTING' | 'ACCEPTED' | 'REJECTED' | 'LAPSED' | (string & {});
  /** What the buyer wants to change. A REINSTATE, after the payment of a suspended purchase, is always accepted. */
  type?: 'CHANGE_PLAN' | 'CHANGE_QUANTITY' | 'REINSTATE' | (string & {});
};

/** State of an entitlement. */
export type EntitlementStatus = 'ACTIVE' | 'CANCELLED' | 'DELETED' | 'PENDING_CANCEL' | 'PENDING_START' | 'SUSPENDED';

/** Origin and division of a term. */
export type EntitlementTermInfo = {
  /** Fractions of units not reported yet, by dimension, because marketplace A accepts whole quantities only. */
  dimensionQuantityDecimalParts?: Record<string, number | null>;
  /** Whether the commit is divided into sub terms. */
  isCommitDivided?: boolean;
  /** Divided term of this sub term. */
  parentEntitlementTermId?: string;
  /** Sub terms of a divided commit. */
  subEntitlementTermIds?: string[];
  /** Event that began the term. */
  type?: string;
};

/** Value of an entitlement, in the field of the matching type. */
export type EntitlementValue = {
  /** A Boolean value. */
  booleanValue?: boolean;
  /** A decimal value. */
  doubleValue?: number;
  /** An integer value. */
  integerValue?: number;
  /** A text value. */
  stringValue?: string;
};

/** Events after a position in the organization’s trail. */
export type EventFeed = {
  /** The events, in order; empty if no event follows the position yet. */
  events?: Record<string, unknown>[];
  /** The position to pass as `after` in the next request. */
  position?: number;
};

/** Purpose of a file. */
export type FilePurpose = 'EULA' | 'ATTACHMENT';

/** A file and its purpose. */
export type FileUpload = {
  /** Content of the file: PDF, DOCX, plain text (UTF-8) or HTML. */
  file?: Blob | string;
  /** File name for downloads; default: the name in the form. */
  name?: string;
  purpose?: FilePurpose;
};

/** How a CRM fills applications for a marketplace’s funding. */
export type FundingApplicationFieldMappingConfigInfo = {
  /** The marketplace. */
  cloudPartner?: Partner;
  /** The CRM. */
  crmPartner?: Partner;
  /** Kind of funding. */
  fundingType?: string;
  /** Time of the last change; set by the service. */
  lastModifyTime?: string;
  /** Mapping of fields. */
  mappingInfo?: FundingApplicationFieldMappingInfo;
  /** Funding programme. */
  programType?: string;
};

/** Mapping of fields to a funding application. */
export type FundingApplicationFieldMappingInfo = Record<string, unknown>;

/** Parameters of a report. */
export type GetRevenueReportParams = {
  /** Only this buyer. */
  buyerID?: string;
  /** Last day, in UTC; today by default. */
  endDate?: string;
  /** Only this entitlement. */
  entitlementID?: string;
  /** Period of each record; month by default. */
  groupBy?: GroupByInterval;
  /** Ignored: the organization of the path is used. */
  organizationID?: string;
  /** The marketplace. */
  partner?: Partner;
  /** Only this product. */
  productID?: string;
  /** The amount. */
  reportType?: RevenueReportType;
  service?: RevenueReportService;
  /** First day, in UTC; twelve months before the last day by default. */
  startDate?: string;
};

/** The period of a report record. */
export type GroupByInterval = 'day' | 'month';

/** A program that may call the API, by the OAuth client-credentials grant or with an API key. */
export type IdentityApiClient = {
  /** Identifier, which is also the client_id for token requests. */
  id?: string;
  /** The organization. */
  organizationID?: string;
  /** Display name. */
  name?: string;
  /** Purpose of the client. */
  description?: string;
  /** Role of the client in this organization: ADMIN, EDITOR, VIEWER, or a custom role */
  role?: string;
  /** The channel partner for which the principal acts. The principal can then use only the partner portal, independent of its role. */
  channelPartnerId?: string;
  type?: ApiClientType;
  /** Identity provider of the client: always tradepost. */
  provider?: string;
  /** The client_secret or API key; returned only by creation and rotation. */
  secret?: string;
  /** Never returned. */
  apiKeyHash?: string;
  /** Never returned. */
  info?: number[];
  /** When the secret that the last rotation replaced expires. */
  previousSecretExpireTime?: string;
  /** The organization that owns the client. Only this organization can rotate the secret and delete the client. */
  homeOrganizationID?: string;
  /** Organizations in which the client may act, limited to the organizations that this organization may see. */
  organizationIDs?: string[];
  /** Member or client that created the record. */
  createdBy?: string;
  /** When the client was first allowed in this organization. */
  creationTime?: string;
  /** When the client last changed. */
  lastUpdateTime?: string;
};

/** A customer of the organization. */
export type IdentityBuyer = {
  /** Company that the buyer belongs to. */
  companyID?: string;
  /** Contacts of the buyer. */
  contactIds?: string[];
  /** Creation time. */
  creationTime?: string;
  /** Note on the buyer. */
  description?: string;
  /** Identifier on the marketplace. */
  externalID?: string;
  /** Identifier. */
  id?: string;
  /** Identifiers in other systems, and further details. */
  info?: BuyerInfo;
  /** Time of the last change. */
  lastUpdateTime?: string;
  /** Buyer into which this buyer was merged; only in events. */
  mergedInto?: string;
  /** Name of the buyer. */
  name?: string;
  /** Organization. */
  organizationID?: string;
  /** Marketplace or payment provider. */
  partner?: Partner;
  /** Storage key of the logo. */
  s3KeyLogo?: string;
};

/** A contact person at a buyer. */
export type IdentityContact = {
  /** Creation time. */
  creationTime?: string;
  /** E-mail address, unique among contacts, ignoring case. */
  emailAddress?: string;
  /** Identifier. */
  id?: string;
  /** Details. */
  info?: IdentityContactInfo;
  /** Time of the last change. */
  lastUpdateTime?: string;
  /** Name of the contact. */
  name?: string;
  /** Organization. */
  organizationID?: string;
};

/** Details of a contact. */
export type IdentityContactInfo = {
  /** Location of the company. */
  companyLocation?: string;
  /** Company of the contact. */
  companyName?: string;
  /** Member or API client that made the last change. */
  lastModifiedBy?: string;
  /** Marketplace or partner that the contact came from. */
  partner?: Partner;
  /** Telephone number. */
  phoneNumber?: string;
  /** Role of the contact. */
  role?: string;
};

/** The connection of an organization to one service of a partner. */
export type IdentityIntegration = {
  /** Identifier. */
  id?: string;
  /** The organization. */
  organizationID?: string;
  /** The partner. */
  partner?: Partner;
  /** The service. Default by kind of partner: MARKETPLACE, CRM, BILLING or PAYMENT, otherwise DEFAULT. */
  service?: IntegrationService;
  info?: IntegrationInfo;
  /** Credentials at the partner. Values are encrypted; responses contain only their names. */
  credentials?: Record<string, unknown>;
  /** Whether the partner accepts the credentials. */
  status?: IntegrationStatus;
  /** Why the last verification failed. */
  statusMessage?: string;
  /** When the integration was last verified. */
  lastVerifyTime?: string;
  /** Earliest expiry of its secrets, if the partner reports it. */
  secretEndTime?: string;
  /** Whether the partner responds to calls. */
  health?: IntegrationHealth;
  /** Member or client that created the record. */
  createdBy?: string;
  /** Time of creation. */
  creationTime?: string;
  /** Member or client that made the last change. */
  lastUpdatedBy?: string;
  /** Time of the last change. */
  lastUpdateTime?: string;
};

/** Identifiers of a person or tenant on marketplace B. */
export type IdentityRef = {
  /** Billing account that pays. */
  billingAccountId?: string;
  /** Customer identifier. */
  customerId?: string;
  /** E-mail address. */
  emailId?: string;
  /** Given name. */
  firstName?: string;
  /** Family name. */
  lastName?: string;
  /** Type of license held. */
  licenseType?: string;
  /** Identifier in the tenant’s directory. */
  objectId?: string;
  /** Portable identifier of the person. */
  puid?: string;
  /** Tenant that the person belongs to. */
  tenantId?: string;
};

/** A read-only check at the partner. */
export type IntegrationCheck = {
  /** Name of the check, such as assumeRole. */
  name?: string;
  /** Whether the check passed. */
  passed?: boolean;
  /** Correction for a failed check, or a missing item that a passed check found. */
  message?: string;
};

/** BAD: calls of one kind have had no response for ten minutes or longer. Absent before the first call. */
export type IntegrationHealth = 'GOOD' | 'BAD';

/** Settings of the connection. Secrets are masked in responses. */
export type IntegrationInfo = {
  /** Marketplace A. */
  mkAIntegration?: Record<string, unknown>;
  /** Co-selling with marketplace A. */
  mkAAceIntegration?: Record<string, unknown>;
  /** Marketplace B. */
  mkBIntegration?: Record<string, unknown>;
  /** Marketplace C. */
  mkCIntegration?: Record<string, unknown>;
  /** Marketplace D. */
  mkDIntegration?: Record<string, unknown>;
  /** CRM A. */
  crmACrmIntegration?: Record<string, unknown>;
  /** CRM B. */
  crmBCrmIntegration?: Record<string, unknown>;
  /** Billing system B. */
  billBIntegration?: Record<string, unknown>;
  /** Metering system B. */
  meterBIntegration?: Record<string, unknown>;
  /** Chat. */
  slackIntegration?: Record<string, unknown>;
};

/** Connected service of the partner; any letter case is accepted. */
export type IntegrationService = 'DEFAULT' | 'MARKETPLACE' | 'ACE' | 'ANTHROPIC' | 'BIGQUERY' | 'BILLING' | 'CHATBOT' | 'COSELL' | 'CRM' | 'CPQ' | 'DATABASE' | 'DRIVE' | 'EMAIL' | 'GEMINI' | 'LEDGERA' | 'LEDGERB' | 'PAYMENT' | 'STORAGE' | 'TEAMS';

/** How to grant the service access at the partner. */
export type IntegrationSetup = {
  /** Values to enter at the partner; generated by the service. */
  values?: IntegrationSetupValue[];
  /** The steps, in Markdown. */
  steps?: string;
};

/** A value to enter at the partner. */
export type IntegrationSetupValue = {
  /** Name by which the steps refer to the value. */
  name?: string;
  /** Name of the value for people. */
  label?: string;
  /** The value; absent if the service does not know it. */
  value?: string;
  /** Purpose of the value. */
  description?: string;
  /** What to do before the value can be used; absent for a value that is complete. */
  problem?: string;
};

/** CREATED: not verified since the settings last changed; VERIFIED: the partner accepts the credentials; NOT_VERIFIED: the partner rejects the credentials. */
export type IntegrationStatus = 'CREATED' | 'VERIFIED' | 'NOT_VERIFIED';

/** Health of the calls of one kind, updated about once a minute. */
export type IntegrationStream = {
  /** Kind of calls. */
  stream?: IntegrationStreamName;
  /** When the partner last responded to such a call. */
  lastSuccessTime?: string;
  /** Time since which such calls have had no response; absent if the last call had a response. */
  failingSince?: string;
  /** Lag in milliseconds: the time without a response, or the delay of the last notification. */
  lagMs?: number;
  /** Message of the last failure. */
  lastError?: string;
  /** When the last failure happened. */
  lastErrorTime?: string;
};

/** Kind of calls to the partner. IMPORT and COMPARISON read all records of the partner, CHANGES reads the changed records. */
export type IntegrationStreamName = 'NOTIFICATIONS' | 'OFFERS' | 'AGREEMENTS' | 'PRODUCTS' | 'USAGE' | 'REVENUE' | 'IMPORT' | 'CHANGES' | 'COMPARISON';

/** Result of the last verification of an integration, and the health of its calls. */
export type IntegrationVerification = {
  /** The integration. */
  id?: string;
  /** The partner. */
  partner?: Partner;
  /** The service. */
  service?: IntegrationService;
  /** Whether the partner accepts the credentials. */
  status?: IntegrationStatus;
  /** Why the partner does not accept them. */
  statusMessage?: string;
  /** When the integration was last verified; the service verifies it each hour. */
  lastVerifyTime?: string;
  /** The checks of the verification. A failed check of a VERIFIED integration reports a missing right that a feature requires. */
  checks?: IntegrationCheck[];
  /** Identifier of the account at the partner. */
  account?: string;
  /** Earliest expiry of its secrets, if the partner reports it. */
  secretEndTime?: string;
  /** Whether the partner responds to calls. */
  health?: IntegrationHealth;
  /** Health by kind of call, for kinds with at least one call. */
  streams?: IntegrationStream[];
  /** Number of jobs that wait until the partner accepts the credentials again; at most 10,000. */
  waitingJobs?: number;
};

/** An invitation. */
export type InviteMemberParams = {
  /** Address to which the invitation is sent. */
  email: string;
  /** Role of the new member. */
  role?: string;
  /** Name, until the person enters one. */
  name?: string;
  /** The channel partner for which the principal acts. The principal can then use only the partner portal, independent of its role. */
  channelPartnerId?: string | null;
};

/** An added fee. */
export type InvoiceAddFixedFee = {
  /** End of the period. */
  endDate?: string;
  /** Quantity. */
  quantity?: number;
  /** Price per unit. */
  rate?: number;
  /** Reason. */
  reason?: string;
  /** Start of the period. */
  startDate?: string;
};

/** A discount on a dimension. */
export type InvoiceAdjustDiscountByDimension = {
  /** Key of the dimension. */
  dimensionKey?: string;
  /** The discount. */
  discount?: BillingDiscount;
  /** Reason. */
  reason?: string;
};

/** A minimum spend for a dimension. */
export type InvoiceAdjustMinimumSpendByDimension = {
  /** Key of the dimension. */
  dimensionKey?: string;
  /** The minimum spend. */
  minimumSpend?: number;
  /** Reason. */
  reason?: string;
};

/** A discount on the whole invoice. */
export type InvoiceAdjustOverallDiscount = {
  /** The discount. */
  discount?: BillingDiscount;
  /** Reason. */
  reason?: string;
};

/** A minimum spend for the whole invoice. */
export type InvoiceAdjustOverallMinimumSpend = {
  /** The minimum spend. */
  minimumSpend?: number;
  /** Reason. */
  reason?: string;
};

/** Issuer of invoices for direct sales. An issued invoice keeps the issuer of that time. */
export type InvoiceIssuer = {
  /** Postal address, with its lines. */
  address?: string;
  /** Bank account for payments. */
  bankDetails?: string;
  /** ISO 3166-1 alpha-2 code of the country, which determines the taxes. */
  country?: string;
  /** E-mail address of the seller on invoices. */
  emailAddress?: string;
  /** Language of invoices to buyers without a language. */
  language?: InvoiceLanguage;
  /** Legal name; the name of the organization when absent. */
  name?: string;
  /** Tax numbers; 10 at most. */
  taxIds?: string[];
};

/** Language that invoices are written in. */
export type InvoiceLanguage = 'en' | 'de' | 'fr';

/** An answer with its sources. */
export type KnowledgeAnswer = {
  /** Plain text. A number in brackets refers to the citation at that position, from [1]. Absent if no source supports an answer. */
  answer?: string;
  /** The sources of the answer, in the order of citation. */
  citations?: KnowledgeCitation[];
  /** Whether the question could be answered. */
  found?: boolean;
  usage?: KnowledgeAnswerUsage;
};

/** The resources used for an answer. */
export type KnowledgeAnswerUsage = {
  /** Cost to the organization in cents and fractions of cents; includes free use. */
  chargedCents?: number;
  /** Number of input tokens; null if the language model did not report it. */
  inputTokens?: number | null;
  /** Number of output tokens; null if the language model did not report it. */
  outputTokens?: number | null;
  /** Owner of the language model; absent if no language model was called. */
  provider?: string;
};

/** An article written by the organization. */
export type KnowledgeArticle = {
  /** Text in Markdown. */
  body?: string;
  /** Member or API client that created the article. */
  createdBy?: string;
  /** Creation time. */
  creationTime?: string;
  /** Identifier. */
  id?: string;
  /** Member or API client that last changed the article. */
  lastUpdatedBy?: string;
  /** Time of the last change. */
  lastUpdateTime?: string;
  /** Organization. */
  organizationID?: string;
  /** Additional search words, at most 50. */
  tags?: string[];
  /** Title; required. */
  title?: string;
};

/** A source of an answer. */
export type KnowledgeCitation = {
  /** Identifier of the record or page. */
  id?: string;
  /** Path of the record or page. */
  link?: string;
  /** Title. */
  title?: string;
  /** Type. */
  type?: KnowledgePassageType;
};

/** Type of a result: a part of the documentation (GUIDE, ERROR, OPERATION), or a record of the organization. */
export type KnowledgePassageType = 'GUIDE' | 'ERROR' | 'OPERATION' | 'ARTICLE' | 'FILE' | 'SUPPORT_TICKET' | 'PRODUCT' | 'BUYER' | 'OFFER' | 'ENTITLEMENT';

/** A question about the documentation and the organization’s records. */
export type KnowledgeQuestion = {
  /** The question, in at most 32 words; required. */
  question?: string;
  /** Only search passages of this type; all types by default. */
  type?: KnowledgePassageType;
};

/** A page of search results, best first. */
export type KnowledgeSearchResponse = {
  /** The results. */
  items?: KnowledgeSearchResult[];
  /** Offset of the next page; absent on the last page. */
  nextOffset?: number;
  /** A corrected query, when there are few results; 500 characters or slightly more. */
  suggestion?: string;
  /** Number of results, counted up to 1000. */
  totalCount?: number;
};

/** A search result. */
export type KnowledgeSearchResult = {
  /** Headings above the passage. */
  headings?: string[];
  /** Identifier of the record, or name of the part of the documentation. */
  id?: string;
  /** Path of the record, or of the part of the documentation, at this service. */
  link?: string;
  /** Relevance: higher is better; comparable only within one response. */
  score?: number;
  /** Excerpt of the best passage; empty when there is no text except the title. */
  snippet?: KnowledgeSegment[];
  /** Title. */
  title?: string;
  /** Type. */
  type?: KnowledgePassageType;
};

/** A piece of a text. */
export type KnowledgeSegment = {
  /** Whether the piece matches a word of the query. */
  hit?: boolean;
  /** Plain text. Never render it as HTML. */
  text?: string;
};

/** The user or API client that made a change. */
export type LastModifiedBy = {
  /** E-mail address of the user. */
  email?: string;
  /** Identifier of the user or API client. */
  entityId?: string;
  /** Type of the actor: user or API client. */
  entityType?: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Name of the user or API client. */
  name?: string;
};

/** A page of notification events, newest first. */
export type ListNotificationEventsResponse = {
  /** The events. */
  notificationEvents?: NotificationEvent[];
  /** Offset of the next page; absent on the last page. */
  nextOffset?: number;
  /** Total number of events. */
  totalCount?: number;
};

/** A page of notification messages, newest first. */
export type ListNotificationMessagesResponse = {
  /** The messages. */
  notificationMessages?: NotificationMessage[];
  /** Offset of the next page; absent on the last page. */
  nextOffset?: number;
  /** Total number of messages. */
  totalCount?: number;
};

/** An organization, with the caller’s role and permissions. */
export type ListOrganizationsByUserRow = {
  /** Allowed sign-in methods. */
  allowedAuthMethods?: string[];
  /** Identifier at the identity provider. */
  authID?: string;
  /** Whether people must sign in with a second factor; the organization’s own identity provider is exempt. */
  requireSecondFactor?: boolean;
  /** Person who created the organization; absent if the operator did. */
  createdBy?: string;
  /** When the organization was created. */
  creationTime?: string;
  /** Description of the organization. */
  description?: string;
  /** Domain of its members’ e-mail addresses. */
  emailDomain?: string;
  /** PROD uses real partners, TEST the sandbox. */
  environment?: string;
  /** Time at which the organization expires; null without an expiry. */
  expireAt?: string | null;
  /** Identifier. */
  id?: string;
  /** Settings. */
  info?: OrganizationInfo;
  /** When the calling user joined. */
  joinOrganizationTime?: string;
  /** When the organization last changed. */
  lastUpdateTime?: string;
  /** Name of the organization. */
  name?: string;
  /** Channel partner for which the caller acts; the caller then receives only a few fields of the organization. */
  channelPartnerId?: string;
  /** Marketplaces and other partners through which the organization can sell; read-only. */
  partners?: Partner[];
  /** Permissions of the caller; read-only. */
  permissions?: string[];
  /** Status of the organization. */
  status?: string;
  /** Kind of organization. */
  type?: string;
  /** E-mail address of the calling user. */
  userEmail?: string;
  /** Identifier of the calling user. */
  userID?: string;
  /** Name of the calling user. */
  userName?: string;
  /** Role of the caller. */
  userRole?: 'ADMIN' | 'EDITOR' | 'VIEWER' | (string & {});
  /** Address of the organization’s website. */
  website?: string;
};

/** A page of lines of revenue. */
export type ListRevenueRecordDetailsResponse = {
  /** Offset of the next page; absent on the last page and with cursor pagination. */
  nextOffset?: number;
  /** The lines. */
  revenueRecordDetails?: RevenueRecordDetail[];
};

/** A page of revenue records. */
export type ListRevenueRecordsResponse = {
  /** Offset of the next page; absent on the last page and with cursor pagination. */
  nextOffset?: number;
  /** The records. */
  revenueRecords?: RevenueRecord[];
};

/** A page of support tickets, oldest first, without their comments. */
export type ListSupportTicketsResponse = {
  /** The tickets. */
  items?: SupportTicket[];
  /** Offset of the next page; absent on the last page, and if the request has a cursor. */
  nextOffset?: number;
  /** Total number of tickets. */
  totalCount?: number;
};

/** A page of daily usage. */
export type ListUsageMeteringDailyRecordsResponse = {
  /** Offset of the next page; absent on the last page and with cursor pagination. */
  nextOffset?: number;
  /** The days. */
  usageMeteringDailyRecords?: UsageMeteringDailyRecord[];
};

/** A page of daily usage verifications. */
export type ListUsageMeteringDailyVerificationsResponse = {
  /** Offset of the next page; absent on the last page and with cursor pagination. */
  nextOffset?: number;
  /** The days. */
  usageMeteringDailyVerifications?: UsageMeteringDailyVerification[];
};

/** A page of usage record groups, in the order in which they were received. */
export type ListUsageRecordGroupsResponse = {
  /** Offset of the next page; absent on the last page and with cursor pagination. */
  nextOffset?: number;
  /** The record groups. */
  usageRecordGroups?: MeteringUsageRecordGroup[];
};

/** A page of usage record reports, sorted by creation. */
export type ListUsageRecordReportsResponse = {
  /** Offset of the next page; absent on the last page and with cursor pagination. */
  nextOffset?: number;
  /** The reports. */
  usageRecordReports?: MeteringUsageRecordReport[];
};

/** NONE: each mail is sent immediately; HOURLY: one mail each full hour; DAILY: one mail a day, at 06:00 UTC. */
export type MailDigest = 'NONE' | 'HOURLY' | 'DAILY';

/** Account of a company at a marketplace. */
export type MarketplaceAccount = {
  /** Identifier of the company on the marketplace; required. */
  accountId?: string;
  /** The marketplace; required. */
  partner?: Partner;
};

/** An import in progress. */
export type MarketplaceImportReceipt = {
  /** Identifier of the operation that imports. */
  operationID?: string;
  /** The marketplace. */
  partner?: Partner;
};

/** A refund that the seller requested from the marketplace. */
export type MarketplaceRefund = {
  /** Amount of the refund. */
  amount?: number;
  /** When the seller requested the refund. */
  creationTime?: string;
  /** Currency of the amount. */
  currency?: string;
  /** Explanation for the marketplace. */
  description?: string;
  /** Identifier of the refund. */
  id?: string;
  /** Marketplace invoice. */
  invoiceID?: string;
  /** When the refund completed or failed. */
  lastUpdateTime?: string;
  /** Reason of the failure. */
  message?: string;
  /** Reason of the refund. */
  reasonCode?: string;
  /** State of the refund. */
  status?: 'PENDING' | 'COMPLETED' | 'FAILED' | (string & {});
};

/** The mail settings of a member in one organization. They apply to mails that the notification configuration sends to members; replies to support tickets are always sent immediately. */
export type MemberMailSettings = {
  /** True to get no mail about the member’s own actions. */
  skipOwnActions: boolean;
  digest: MailDigest;
};

/** Change of the mail settings of a member. */
export type MemberMailSettingsPatch = {
  /** Null restores the default, false. */
  skipOwnActions?: boolean | null;
  /** NONE: each mail is sent immediately; HOURLY: one mail each full hour; DAILY: one mail a day, at 06:00 UTC. */
  digest?: MailDigest | null;
};

/** INVITED: has not accepted the invitation yet; ACTIVE: belongs to the organization. */
export type MemberStatus = 'ACTIVE' | 'INVITED';

/** Buyers to merge. */
export type MergeBuyersParams = {
  /** Buyers to merge into the buyer in the path; 1 to 100. */
  buyerIds?: string[];
};

/** Unit in which a marketplace meters usage. */
export type MeteringDimension = {
  /** Display group of the dimension. */
  category?: string;
  /** Description for the buyer. */
  description?: string;
  /** Units that the base price includes. */
  includedBaseQuantities?: MkBIncludedBaseQuantity[];
  /** API name, under which usage is reported. */
  key?: string;
  /** Displayed name. */
  name?: string;
  /** Plan that the dimension belongs to. */
  planId?: string;
  /** Name of that plan. */
  planName?: string;
  /** Prices by quantity. */
  priceTiers?: MkCPriceTier[];
  /** Price of a unit, after discounts, up to 8 decimals. */
  rate?: number;
  /** Priced article of the marketplace. */
  skuId?: string;
  /** Purposes of the dimension, such as metering or entitlement. */
  types?: string[];
  /** Settled usage of the current term; only in a single entitlement, not in lists. */
  usageCount?: UsageCount;
  /** Data type of reported values. */
  valueType?: string;
};

/** A usage record that a metric counts. */
export type MeteringUsageRecord = {
  /** Id of the billable metric. */
  key?: string;
  /** Properties by which the metric filters and groups. */
  properties?: Record<string, unknown>;
  /** Units; defaults to 1. */
  quantity?: number;
};

/** Usage of one entitlement at one time, with its status. */
export type MeteringUsageRecordGroup = {
  /** Id of the buyer. */
  buyerID?: string;
  /** Time of receipt. */
  creationTime?: string;
  /** Id of the entitlement. */
  entitlementID?: string;
  /** Identifier. */
  id?: string;
  /** When the record group last changed. */
  lastUpdateTime?: string;
  /** Origin of the record group. */
  metaInfo?: MeteringUsageRecordGroupMetaInfo;
  /** Id of the organization. */
  organizationID?: string;
  /** Partner of the entitlement: MKA, MKB or MKC. Other partners are in `soldBy`. */
  partner?: Partner;
  /** Reason for the status INVALID or REPORT_FAILED. */
  reason?: string;
  /** Quantities by dimension key. */
  records?: Record<string, number>;
  /** When the marketplace accepted the usage. */
  reportedTime?: string | null;
  /** Partner of the entitlement, if the partner is not one of the values of `partner`. */
  soldBy?: Partner;
  /** Status. */
  status?: 'CREATED' | 'REPORT_PENDING' | 'REPORTED' | 'REPORT_FAILED' | 'INVALID' | 'DELETED' | (string & {});
  /** Id of the report. */
  usageRecordReportID?: string;
};

/** Metric that counts usage, and the properties by which it is grouped. */
export type MeteringUsageRecordGroupByKey = {
  /** Property values of the group, such as `os=linux,cluster=cluster-1`. */
  groupBysExpression?: string;
  /** Id of the metric, or key of the dimension. */
  id?: string;
};

/** Origin of a record group. The service sets `source`, `timestamp`, `billableRecords` and `originRecords`. */
export type MeteringUsageRecordGroupMetaInfo = {
  /** Addon of the entitlement that this usage charges; set by the service. */
  addonID?: string;
  /** Ignored, because usage is always validated. */
  SkipValidation?: boolean;
  /** Reported records by metric. */
  billableRecords?: MeteringUsageRecord[];
  /** Amount at meter A. */
  meterAAmount?: number;
  /** Subscription at meter A. */
  meterASubscriptionID?: string;
  /** Start of the usage at meter A. */
  meterAUsageStartTime?: string;
  /** Daily cost at meter B. */
  meterBDailyCostAmount?: number;
  /** Invoice of meter B. */
  meterBInvoiceID?: string;
  /** Monthly invoice amount at meter B. */
  meterBMonthlyInvoiceAmount?: number;
  /** Adjusted monthly invoice amount at meter B. */
  meterBMonthlyInvoiceAmountAdjusted?: number;
  /** Reported quantities, if dimensions are mapped. */
  originRecords?: Record<string, number>;
  /** Invoice of payment provider A. */
  payAInvoiceID?: string;
  /** End of the period at payment provider A. */
  payAPeriodEndTime?: string;
  /** Start of the period at payment provider A. */
  payAPeriodStartTime?: string;
  /** Subscription item at payment provider A. */
  payASubscriptionItemID?: string;
  /** Usage summary at payment provider A. */
  payAUsageRecordSummaryID?: string;
  /** Total usage in that summary. */
  payAUsageRecordSummaryTotalUsage?: number;
  /** Source of the usage. */
  source?: 'API' | 'INTERNAL' | 'METERA' | 'METERB' | 'BILLB' | 'PAYA' | (string & {});
  /** Reported time of use; absent if the caller did not give a time. */
  timestamp?: string;
};

/** A report of the usage of an entitlement in one hour, and the response of its marketplace. */
export type MeteringUsageRecordReport = {
  /** Id of the buyer. */
  buyerID?: string;
  /** Creation time. */
  creationTime?: string;
  /** Id of the entitlement. */
  entitlementID?: string;
  /** Id of the term. */
  entitlementTermID?: string;
  /** Identifier. */
  id?: string;
  /** Contents of the report. */
  info?: MeteringUsageRecordReportInfo;
  /** Time of the last change. */
  lastUpdateTime?: string;
  /** Reason for a manual check of the report. */
  message?: string;
  /** Id of the organization. */
  organizationID?: string;
  /** The marketplace. */
  partner?: Partner;
  /** Id of the product. */
  productID?: string;
  /** Time when the marketplace had accepted the whole report. */
  reportedTime?: string;
  /** Status. */
  status?: 'CREATED' | 'SUCCESS' | 'FAILED' | 'INVOICED' | 'CANCELED' | 'DELETED' | (string & {});
};

/** Contents of a report, and the response of its marketplace. */
export type MeteringUsageRecordReportInfo = {
  /** Quantities aggregated by billable metrics. If an hour is settled in several runs, only the part that this run added. */
  aggregatedBillableRecords?: AggregatedMeteringUsageRecord[];
  /** Amount of the commit of the term. */
  commitAmount?: number;
  /** Amount of the credit of the term. */
  creditAmount?: number;
  /** Quantities that credit paid for, by dimension. */
  creditRecords?: Record<string, number | null>;
  /** Fractions of units carried from earlier reports, by dimension. */
  decimalParts?: Record<string, number | null>;
  /** Categories of the dimensions. */
  dimensionCategories?: Record<string, string | null>;
  /** List prices per unit, by dimension. */
  dimensionUnitListPrice?: Record<string, number | null>;
  /** Prices per unit, by dimension. */
  dimensionUnitPrice?: Record<string, number | null>;
  /** End of the usage. */
  endTime?: string;
  /** Quantities included in the price, by dimension. */
  includedRecords?: Record<string, number | null>;
  /** Message. */
  message?: string;
  /** Request to the marketplace, in its own format. */
  mkAMeteringRequest?: MkAMeteringBatchMeterUsageInput;
  /** Response of the marketplace, in its own format. */
  mkAMeteringResponse?: MkASdkBatchMeterUsageOutput;
  /** Request to the marketplace, in its own format. */
  mkBMeteringRequest?: MkBMeteringBatchUsageEvent;
  /** Response of the marketplace, in its own format. */
  mkBMeteringResponse?: MkBMeteringSdkBatchUsageEventOkResponse;
  /** Request to the marketplace, in its own format. */
  mkCMeteringRequest?: MkCMeteringOperation;
  /** Response of the marketplace, in its own format. */
  mkCMeteringResponse?: MkCServiceControlReportResponse;
  /** Request to the marketplace, in its own format. */
  mkDMeteringRequest?: MkDClientPushMeteringDataRequest;
  /** Response of the marketplace, in its own format. */
  mkDMeteringResponse?: MkDClientPushMeteringDataResponseBody;
  /** Fractions of units carried to the next report, by dimension. */
  newDecimalParts?: Record<string, number | null>;
  /** The marketplace. */
  partner?: Partner;
  /** Quantities before the adjustment at list prices. */
  recordsToReportBeforeAdjustmentAtListPrice?: Record<string, number | null>;
  /** Reported quantities, by dimension. */
  reportedRecords?: Record<string, number | null>;
  /** Start of the usage. */
  startTime?: string;
  /** Status. */
  status?: 'CREATED' | 'SUCCESS' | 'FAILED' | 'INVOICED' | 'CANCELED' | 'DELETED' | (string & {});
  /** Number of record groups in the report. */
  usageRecordGroupCount?: number;
  /** Record groups in the report, in the order in which they were received: the first 1000 of `usageRecordGroupCount`. */
  usageRecordGroupIds?: string[];
  /** Used amount of the commit. */
  usedCommitAmount?: number;
  /** Amount that this usage added to it. */
  usedCommitAmountIncrement?: number;
  /** Used amount of the credit. */
  usedCreditAmount?: number;
  /** Amount that this usage added to it. */
  usedCreditAmountIncrement?: number;
};

/** Identifiers of a buyer on marketplace A. */
export type MkAAccountIdentifier = {
  /** Account number on marketplace A. */
  mkAAccountID?: string;
  /** Customer identifier that the marketplace assigned. */
  mkACustomerID?: string;
  /** Identifier of the account in the marketplace’s data feeds. */
  dataFeedAccountID?: string;
};

/** An agreement in marketplace A’s own format. */
export type MkAAgreement = {
  /** Time at which the buyer accepted. */
  acceptanceTime?: string;
  /** Identifier of the agreement. */
  agreementId?: string;
  /** Type of agreement. */
  agreementType?: string;
  /** Account that accepted. */
  buyerAccountId?: string;
  /** End of the agreement. */
  endTime?: string;
  /** License that the agreement granted. */
  licenseArn?: string;
  /** Accepted offer of the marketplace. */
  offerId?: string;
  /** Offer set that the offer belongs to. */
  offerSetId?: string;
  /** Purchased product of the marketplace. */
  productId?: string;
  /** Type of product. */
  productType?: string;
  /** Account of the seller. */
  sellerAccountId?: string;
  /** Start of the agreement. */
  startTime?: string;
  /** State of the agreement on the marketplace. */
  status?: 'ACTIVE' | 'ARCHIVED' | 'CANCELLED' | 'EXPIRED' | 'RENEWED' | 'REPLACED' | 'ROLLED_BACK' | 'SUPERSEDED' | 'TERMINATED' | (string & {});
};

/** A party named in an event of marketplace A. */
export type MkABusEventAccount = {
  /** Account number. */
  accountId?: string;
  /** Name of the party. */
  name?: string;
};

/** The body of an event that marketplace A sent. */
export type MkABusEventDetail = {
  /** Party that accepted. */
  acceptor?: MkABusEventAccount;
  /** Agreement that the event is about. */
  agreement?: Record<string, unknown>;
  /** Catalogue of the marketplace. */
  catalog?: string;
  /** Category of the event. */
  eventCategory?: string;
  /** Identifier of the event. */
  eventID?: string;
  /** Name of the event. */
  eventName?: string;
  /** Service that raised the event. */
  eventSource?: string;
  /** Type of the event. */
  eventType?: string;
  /** Version of the event’s format. */
  eventVersion?: string;
  /** License that the event is about. */
  license?: Record<string, unknown>;
  /** Whether the event is a management event. */
  managementEvent?: boolean;
  /** Vendor of the product. */
  manufacturer?: MkABusEventAccount;
  /** Offer that the event is about. */
  offer?: MkABusEventOffer;
  /** Product that the event is about. */
  product?: MkABusEventProduct;
  /** Party that made the offer. */
  proposer?: MkABusEventAccount;
  /** Request that caused the event. */
  requestID?: string;
  /** Parameters of that request. */
  requestParameters?: Record<string, unknown>;
  /** Resale authorization that the event is about. */
  resaleAuthorization?: Record<string, unknown>;
  /** Response to that request. */
  responseElements?: Record<string, unknown>;
  /** Party that sells to the buyer. */
  sellerOfRecord?: MkABusEventAccount;
  /** Accounts that the offer targets. */
  targetedBuyerAccountIds?: string[];
};

/** The offer named in an event of marketplace A. */
export type MkABusEventOffer = {
  /** Resource name. */
  arn?: string;
  /** Deadline for acceptance. */
  expirationDate?: string;
  /** Identifier of the offer. */
  id?: string;
  /** Name of the offer. */
  name?: string;
};

/** The product named in an event of marketplace A. */
export type MkABusEventProduct = {
  /** Resource name. */
  arn?: string;
  /** Identifier of the product. */
  id?: string;
  /** Title of the product. */
  title?: string;
};

/** A buyer in a resale authorization. */
export type MkABuyerAccount = {
  /** Account number of the buyer. */
  MkAAccountId?: string;
};

/** A legal document of a term. */
export type MkACatalogLegalTermDocument = {
  /** Type of document. */
  Type?: string;
  /** Address of the document. */
  Url?: string;
  /** Version of a standard document. */
  Version?: string;
};

/** Prices by dimension. */
export type MkACatalogPricingTermRateCard = {
  /** Options for the buyer. */
  Constraints?: MkACatalogPricingTermRateCardConstraints;
  /** The lines. */
  RateCard?: MkACatalogPricingTermRateCardItem[];
  /** Condition under which this card applies. */
  Selector?: MkACatalogPricingTermRateCardSelector;
};

/** Options of a rate card for the buyer. */
export type MkACatalogPricingTermRateCardConstraints = {
  /** Whether the buyer may choose several dimensions. */
  MultipleDimensionSelection?: string;
  /** Whether the buyer may choose quantities. */
  QuantityConfiguration?: string;
};

/** A line of a rate card. */
export type MkACatalogPricingTermRateCardItem = {
  /** Item that is priced. */
  Description?: string;
  /** Key of the dimension. */
  DimensionKey?: string;
  /** Displayed name. */
  DisplayName?: string;
  /** Price, in the marketplace’s notation. */
  Price?: string;
  /** Quantity that the price is for. */
  Quantity?: string;
  /** Unit that is counted. */
  Unit?: string;
};

/** Condition under which a rate card applies. */
export type MkACatalogPricingTermRateCardSelector = {
  /** Property that selects the card, such as the duration. */
  Type?: string;
  /** Value of the property for this card. */
  Value?: string;
};

/** A reseller on marketplace A. */
export type MkAChannelPartner = {
  /** Account number of the reseller. */
  id?: string;
  /** Name of the reseller. */
  name?: string;
};

/** A resale authorization on marketplace A: what a vendor allows a reseller to offer. */
export type MkACppoOpportunity = {
  /** Creation time. */
  CreatedDate?: string;
  /** Description of the authorization. */
  Description?: string;
  /** Priced dimensions. */
  Dimensions?: MkAProductDimension[];
  /** Account number of the vendor. */
  ManufacturerAccountId?: string;
  /** Legal name of the vendor. */
  ManufacturerLegalName?: string;
  /** Name of the authorization. */
  Name?: string;
  /** Offers made from the authorization. */
  OfferDetails?: MkACppoOpportunityOfferDetails;
  /** Agreement that the sale renews, if any. */
  PreExistingBuyerAgreement?: MkAPreExistingAgreement;
  /** Product that the reseller may sell. */
  ProductId?: string;
  /** Name of that product. */
  ProductName?: string;
  /** Limits on the use of the authorization. */
  Rules?: MkACppoOpportunityRule[];
  /** State of the authorization. */
  Status?: string;
  /** Prices, documents and schedules. */
  Terms?: MkACppoOpportunityTerm[];
  /** Method by which the wholesale price is set. */
  discountType?: 'DISCOUNT_PERCENT' | 'CUSTOM_PRICE' | 'CUSTOM_PRICE_WITH_FPS' | (string & {});
  /** Latest start of an agreement; the price is valid until then. */
  maximumAgreementStartDate?: string;
  /** Period during which the authorization can be used. */
  opportunityDurationType?: 'SPECIFIC_DATES' | 'ONE_TIME' | 'NO_SET_TIME' | (string & {});
  /** Identifier of the authorization. */
  opportunityId?: string;
  /** Account number of the reseller. */
  partnerId?: string;
};

/** Buyers that are excluded. */
export type MkACppoOpportunityNegativeTargeting = {
  /** Excluded countries, ISO 3166-1 alpha-2. */
  CountryCodes?: string[];
};

/** Use of a resale authorization so far. */
export type MkACppoOpportunityOfferDetails = {
  /** Offers made from the authorization. */
  OfferCreatedCount?: number;
  /** Whether an offer was extended to a buyer. */
  OfferExtendedStatus?: string;
};

/** A payment in a schedule. */
export type MkACppoOpportunityPaymentSchedule = {
  /** Amount, in the marketplace’s notation. */
  ChargeAmount?: string;
  /** Date of the charge. */
  ChargeDate?: string;
};

/** Buyers in the target group. */
export type MkACppoOpportunityPositiveTargeting = {
  /** Targeted buyers. */
  BuyerAccounts?: MkABuyerAccount[];
  /** Targeted countries, ISO 3166-1 alpha-2. */
  CountryCodes?: string[];
};

/** A limit on the use of a resale authorization. */
export type MkACppoOpportunityRule = {
  /** Last day on which the authorization can be used. */
  AvailabilityEndDate?: string;
  /** Identifier of the rule. */
  Id?: string;
  /** Buyers that the reseller must not sell to. */
  NegativeTargeting?: MkACppoOpportunityNegativeTargeting;
  /** Maximum number of offers made from the authorization. */
  OffersMaxQuantity?: number;
  /** Buyers that the reseller may sell to. */
  PositiveTargeting?: MkACppoOpportunityPositiveTargeting;
  /** Account number of the authorized reseller. */
  ResellerAccountId?: string;
  /** Legal name of the authorized reseller. */
  ResellerLegalName?: string;
  /** Type of rule. */
  Type?: string;
  /** Whether the authorization can be used once or repeatedly. */
  Usage?: string;
};

/** A term of a resale authorization. */
export type MkACppoOpportunityTerm = {
  /** Currency of the prices. */
  CurrencyCode?: string;
  /** Legal documents. */
  Documents?: MkACatalogLegalTermDocument[];
  /** Length, as an ISO 8601 duration. */
  Duration?: string;
  /** Quantities that the price includes. */
  Grants?: MkACppoOpportunityUpfrontPriceGrant[];
  /** Identifier of the term. */
  Id?: string;
  /** Latest start of an agreement under the authorization. */
  MaximumAgreementStartDate?: string;
  /** Buyers that the term applies to. */
  PositiveTargeting?: MkACppoOpportunityPositiveTargeting;
  /** Price, in the marketplace’s notation. */
  Price?: string;
  /** Prices by dimension. */
  RateCards?: MkACatalogPricingTermRateCard[];
  /** Payments. */
  Schedule?: MkACppoOpportunityPaymentSchedule[];
  /** Type of term. */
  Type?: string;
};

/** An item that a prepaid price includes. */
export type MkACppoOpportunityUpfrontPriceGrant = {
  /** Key of the dimension. */
  DimensionKey?: string;
  /** Units included. */
  MaxQuantity?: number;
};

/** Quantity of a dimension that a customer may use, from marketplace A. */
export type MkAEntitlement = {
  /** Account number of the customer. */
  customerMkAAccountId?: string;
  /** Customer identifier that the marketplace assigned. */
  customerIdentifier?: string;
  /** Key of the dimension. */
  dimension?: string;
  /** Time at which the entitlement expires. */
  expirationDate?: string;
  /** License that grants the entitlement. */
  licenseArn?: string;
  /** Product code on the marketplace. */
  productCode?: string;
  /** Purchased quantity. */
  value?: EntitlementValue;
};

/** Request to marketplace A for a report. */
export type MkAMeteringBatchMeterUsageInput = {
  /** Product on the marketplace. */
  ProductCode?: string;
  /** The usage. */
  UsageRecords?: MkAMeteringUsageRecord[];
};

/** A tag by which usage is split. */
export type MkAMeteringSdkTag = {
  /** Key of the tag. */
  key?: string;
  /** Value of the tag. */
  value?: string;
};

/** A tag by which usage is split. */
export type MkAMeteringTag = {
  /** Key of the tag. */
  Key?: string;
  /** Value of the tag. */
  Value?: string;
};

/** A part of a reported quantity. */
export type MkAMeteringUsageAllocation = {
  /** Units of the part. */
  AllocatedUsageQuantity?: number;
  /** Tags of the part. */
  Tags?: MkAMeteringTag[];
};

/** A usage record in a request to marketplace A. */
export type MkAMeteringUsageRecord = {
  /** Customer on the marketplace. */
  CustomerIdentifier?: string;
  /** Dimension. */
  Dimension?: string;
  /** Whole units. */
  Quantity?: number;
  /** Hour of the usage. */
  Timestamp?: string;
  /** Parts of the quantity. */
  UsageAllocations?: MkAMeteringUsageAllocation[];
};

/** Response metadata, always empty. */
export type MkAMiddlewareMetadata = object;

/** The agreement that the buyer already has for this product. */
export type MkAPreExistingAgreement = {
  /** Channel in which that agreement was made. */
  AcquisitionChannel?: string;
  /** Pricing model of that agreement. */
  PricingModel?: string;
};

/** A product in marketplace A’s own format. */
export type MkAProduct = Record<string, unknown>;

/** A priced dimension of a marketplace A product. */
export type MkAProductDimension = {
  /** Description of the dimension for the buyer. */
  Description?: string;
  /** API name of the dimension. */
  Key?: string;
  /** Length of the contract that the rate is for. */
  Length?: number;
  /** Displayed name. */
  Name?: string;
  /** Price of one unit. */
  Rate?: number;
  /** Unit of `Length`. */
  TimeUnit?: 'DAY' | 'MONTH' | 'YEAR' | (string & {});
  /** Purpose of the dimension: metering, entitlement or both. */
  Types?: string[];
  /** Unit that is counted. */
  Unit?: string;
};

/** Response of marketplace A to a report. */
export type MkASdkBatchMeterUsageOutput = {
  resultMetadata?: MkAMiddlewareMetadata;
  /** Results from the marketplace. */
  results?: MkASdkTypesUsageRecordResult[];
  /** Records that the marketplace did not process. */
  unprocessedRecords?: MkASdkTypesUsageRecord[];
};

/** A part of a reported quantity. */
export type MkASdkTypesUsageAllocation = {
  /** Units of the part. */
  allocatedUsageQuantity?: number;
  /** Tags of the part. */
  tags?: MkAMeteringSdkTag[];
};

/** A usage record in a response of marketplace A. */
export type MkASdkTypesUsageRecord = {
  /** Customer on the marketplace. */
  customerIdentifier?: string;
  /** Dimension. */
  dimension?: string;
  /** Whole units. */
  quantity?: number;
  /** Hour of the usage. */
  timestamp?: string;
  /** Parts of the quantity. */
  usageAllocations?: MkASdkTypesUsageAllocation[];
};

/** Result of one record at marketplace A. */
export type MkASdkTypesUsageRecordResult = {
  /** Receipt from the marketplace. */
  meteringRecordId?: string;
  /** Result from the marketplace. */
  status?: string;
  /** The usage. */
  usageRecord?: MkASdkTypesUsageRecord;
};

/** A subscription to marketplace A’s notification topic. */
export type MkASnsSubscription = {
  /** Address that receives notifications. */
  Endpoint?: string;
  /** Delivery protocol. */
  Protocol?: string;
  /** Confirmation status of the subscription. */
  Status?: 'UNKNOWN' | 'CONFIRMED' | 'PENDING_CONFIRMATION' | (string & {});
  /** Resource name of the subscription. */
  SubscriptionArn?: string;
  /** Resource name of the topic. */
  TopicArn?: string;
};

/** A certification for government clouds. */
export type MkBGovernmentCertification = {
  /** Title of the certification. */
  title?: string;
  /** Address of the certification. */
  uri?: string;
  /** Results of its validation. */
  validationResults?: MkBValidationResult[];
};

/** Units that the base price includes. */
export type MkBIncludedBaseQuantity = {
  /** Whether the quantity is unlimited. */
  isInfinite?: boolean;
  /** Units included. */
  quantity?: number;
  /** Interval at which the units are granted again, in any letter case; once for the term when absent. */
  recurringUnit?: string;
};

/** A time, in UTC or in local time. */
export type MkBLocalizedDateTime = {
  /** The time in UTC. */
  dateTimeInUtc?: string;
  /** Whether the time is local to each market. */
  localizePerMarket?: boolean;
};

/** A period between two times. */
export type MkBLocalizedTimeRange = {
  /** End of the period. */
  endAt?: MkBLocalizedDateTime;
  /** Start of the period. */
  startAt?: MkBLocalizedDateTime;
};

/** A market. */
export type MkBMarket = {
  /** Name of the market. */
  friendlyName?: string;
  /** Country of the market. */
  marketCode?: string;
};

/** Availability of a market. */
export type MkBMarketState = {
  /** Country of the market. */
  marketCode?: string;
  /** State of sales in the market. */
  state?: string;
};

/** A price for some markets. */
export type MkBMarketplacePrice = {
  /** Currency of the price. */
  currency?: string;
  /** Markets in which the price applies. */
  markets?: string[];
  /** The price. */
  price?: number;
};

/** A length of time on marketplace B. */
export type MkBMarketplaceTerm = {
  /** Unit. */
  type?: string;
  /** Number of units. */
  value?: number;
};

/** Request to marketplace B for a report. */
export type MkBMeteringBatchUsageEvent = {
  /** The usage. */
  request?: MkBMeteringUsageEvent[];
};

/** Response of marketplace B to a report. */
export type MkBMeteringSdkBatchUsageEventOkResponse = {
  /** Number of events in the response. */
  count?: number;
  /** Results from the marketplace. */
  result?: MkBMeteringSdkUsageBatchEventOkMessage[];
};

/** Result of one event at marketplace B. */
export type MkBMeteringSdkUsageBatchEventOkMessage = {
  /** Dimension. */
  dimension?: string;
  /** Hour of the usage. */
  effectiveStartTime?: string;
  /** Plan on the marketplace. */
  planId?: string;
  /** Units. */
  quantity?: number;
  /** Subscription on the marketplace. */
  resourceId?: string;
  /** Resource of the subscription. */
  resourceUri?: string;
  /** Time of the response. */
  messageTime?: string;
  /** Result from the marketplace. */
  status?: string;
  /** Receipt from the marketplace. */
  usageEventId?: string;
  /** Error, if the event was rejected. */
  error?: MkBMeteringSdkUsageEventConflictResponse;
};

/** Error with which marketplace B rejected usage. */
export type MkBMeteringSdkUsageEventConflictResponse = {
  /** Accepted event of the same hour. */
  additionalInfo?: MkBMeteringSdkUsageEventConflictResponseAdditionalInfo;
  /** Error code. */
  code?: string;
  /** Error message. */
  message?: string;
};

/** Details of marketplace B about a duplicate. */
export type MkBMeteringSdkUsageEventConflictResponseAdditionalInfo = {
  /** The accepted event. */
  acceptedMessage?: MkBMeteringSdkUsageEventOkResponse;
};

/** A usage event that marketplace B accepted earlier. */
export type MkBMeteringSdkUsageEventOkResponse = {
  /** Dimension. */
  dimension?: string;
  /** Hour of the usage. */
  effectiveStartTime?: string;
  /** Plan on the marketplace. */
  planId?: string;
  /** Units. */
  quantity?: number;
  /** Subscription on the marketplace. */
  resourceId?: string;
  /** Resource of the subscription. */
  resourceUri?: string;
  /** Time of the response. */
  messageTime?: string;
  /** Result from the marketplace. */
  status?: string;
  /** Receipt from the marketplace. */
  usageEventId?: string;
};

/** A usage event in a request to marketplace B. */
export type MkBMeteringUsageEvent = {
  /** Dimension. */
  dimension?: string;
  /** Hour of the usage. */
  effectiveStartTime?: string;
  /** Plan on the marketplace. */
  planId?: string;
  /** Units. */
  quantity?: number;
  /** Subscription on the marketplace. */
  resourceId?: string;
  /** Resource of the subscription. */
  resourceUri?: string;
};

/** A price in one currency. */
export type MkBPrice = {
  /** Currency of the price. */
  currencyCode?: string;
  /** The price. */
  openPrice?: number;
  /** Price tier that the price comes from. */
  priceTierID?: string;
};

/** The metered part of a price. */
export type MkBPriceAndAvailabilityPrivateOfferCustomMeters = {
  /** Prices by meter. */
  meters?: Record<string, unknown>;
  /** Whether prices are given by market. */
  priceInputOption?: string;
};

/** A reservation of machine software in a private offer. */
export type MkBPriceAndAvailabilityPrivateOfferPlanSoftwareReservation = {
  /** Time between payments. */
  paymentSchedule?: MkBMarketplaceTerm;
  /** Length of the reservation. */
  reservationDuration?: MkBMarketplaceTerm;
  vmPrices?: MkBVmPrice;
};

/** The price of a plan in a private offer. */
export type MkBPriceAndAvailabilityPrivateOfferPrice = {
  /** Metered prices. */
  customMeters?: MkBPriceAndAvailabilityPrivateOfferCustomMeters;
  /** Recurring prices. */
  recurrentPrice?: MkBPriceAndAvailabilityRecurrentPrice;
};

/** The recurring part of a price. */
export type MkBPriceAndAvailabilityRecurrentPrice = {
  /** Whether prices are given by market. */
  priceInputOption?: string;
  /** Prices by billing term. */
  prices?: MkBPriceAndAvailabilityRecurrentPriceItem[];
  /** Whether the price is flat or by seat. */
  recurrentPriceMode?: string;
  userLimits?: MkBPriceAndAvailabilityRecurrentPriceUserLimit;
};

/** A recurring price for one billing term. */
export type MkBPriceAndAvailabilityRecurrentPriceItem = {
  /** Time between invoices. */
  billingFrequency?: MkBMarketplaceTerm;
  /** Term that the price is for. */
  billingTerm?: MkBMarketplaceTerm;
  /** Length of the contract. */
  contractDuration?: MkBMarketplaceTerm;
  /** Payments on fixed dates, if any. */
  flexibleSchedule?: MkBPriceFlexibleSchedule;
  /** Time between payments. */
  paymentOption?: MkBMarketplaceTerm;
  /** Amount of each payment in US dollars. */
  pricePerPaymentInUsd?: number;
  /** Prices by market. */
  prices?: MkBMarketplacePrice[];
};

/** Limits on the number of seats. */
export type MkBPriceAndAvailabilityRecurrentPriceUserLimit = {
  /** Maximum number of seats. */
  max?: number;
  /** Minimum number of seats. */
  min?: number;
};

/** A payment in a flexible schedule. */
export type MkBPriceBillingSchedule = {
  /** Date of the charge. */
  chargeDate?: string;
  /** Note to the buyer. */
  note?: string;
  /** Amount in US dollars. */
  pricePerPaymentInUsd?: number;
};

/** Billing interval of a price. */
export type MkBPriceCadence = {
  /** Unit. */
  type?: string;
  /** Number of units. */
  value?: number;
};

/** Payments on dates that the seller selects. */
export type MkBPriceFlexibleSchedule = {
  /** The later payments. */
  billingSchedule?: MkBPriceBillingSchedule[];
  /** The first payment. */
  initialCharge?: MkBPriceInitialCharge;
  /** Sum of all payments. */
  price?: number;
};

/** The payment due at the start. */
export type MkBPriceInitialCharge = {
  /** Note to the buyer. */
  note?: string;
  /** Amount in US dollars. */
  pricePerPaymentInUsd?: number;
};

/** A price with its billing interval. */
export type MkBPriceSchedule = {
  /** Billing interval. */
  priceCadence?: MkBPriceCadence;
  /** Charging method. */
  pricingModel?: string;
  /** Units that the price is for. */
  pricingUnits?: MkBPricingUnit[];
  /** The price. */
  retailPrice?: MkBPrice;
};

/** The unit that a price is for. */
export type MkBPricingUnit = {
  /** Whether the upper bound is open. */
  isUnlimitedUnit?: boolean;
  /** Lower bound. */
  lowerUnit?: number;
  /** Name of the unit. */
  name?: string;
  /** Type of the unit. */
  unitType?: string;
  /** Upper bound. */
  upperUnit?: number;
};

/** A private offer in marketplace B’s own format; its dates are days. */
export type MkBPrivateOffer = {
  /** Address of the schema that the offer follows. */
  $schema?: string;
  /** Last day of acceptance, until its end in UTC; determines `expireTime` if that field is absent. */
  acceptBy?: string;
  /** Acceptance links by beneficiary. */
  acceptanceLinks?: MkBPrivateOfferAcceptanceLink[];
  /** Billing accounts that may accept. */
  beneficiaries?: MkBPrivateOfferBeneficiary[];
  /** Whether the offer renews an existing customer’s contract. */
  customerContractRenewal?: boolean;
  /** Version tag of the marketplace. */
  eTag?: string;
  /** Last day of the offer, the last day of a month; determines `endTime`, the midnight after it, if that field is absent. */
  end?: string;
  /** Durable identifier, private-offer/…. */
  id?: string;
  /** Day of the last change. */
  lastModified?: string;
  /** Name of the offer. */
  name?: string;
  /** E-mail addresses that are notified of the offer’s progress. */
  notificationContacts?: string[];
  /** Type of change: prices, new plans or software reservations. */
  offerPricingType?: string;
  /** Channel partners. */
  partners?: MkBPrivateOfferPartner[];
  /** E-mail address of the person who prepared the offer. */
  preparedBy?: string;
  /** Prices by plan, at most 10. */
  pricing?: MkBPrivateOfferPricing[];
  /** Parties of the sale. */
  privateOfferType?: string;
  /** Resource name in the configuration document. */
  resourceName?: string;
  /** First day of the offer, the first day of a month; a past day means the day of acceptance. */
  start?: string;
  /** State of the offer. */
  state?: string;
  /** Pending step of a live offer. */
  subState?: string;
  /** Signed address of the terms; customerPromotion and cspPromotion only. */
  termsAndConditionsDocSasUrl?: string;
  /** Documents of the terms; multiparty types only. */
  termsAndConditionsDocs?: MkBPrivateOfferTermsDoc[];
  /** Offer that this offer replaces. */
  upgradedFrom?: MkBPrivateOfferPromotionReference;
  /** Validation messages of the marketplace. */
  validations?: MkBValidation[];
  /** Whether the offer starts at acceptance. */
  variableStartDate?: boolean;
};

/** Link with which a beneficiary accepts a private offer. */
export type MkBPrivateOfferAcceptanceLink = {
  /** Beneficiary that the link is for. */
  beneficiaryId?: string;
  /** Address of the acceptance page. */
  link?: string;
};

/** A billing account that may accept a private offer. */
export type MkBPrivateOfferBeneficiary = {
  /** Customers or groups that acceptance is limited to. */
  beneficiaryRecipients?: MkBPrivateOfferBeneficiaryRecipient[];
  /** Note on the beneficiary. */
  description?: string;
  /** Billing account. */
  id?: string;
};

/** A customer or billing group behind a beneficiary. */
export type MkBPrivateOfferBeneficiaryRecipient = {
  /** Identifier of the recipient. */
  id?: string;
  /** Type of recipient. */
  recipientType?: string;
};

/** A channel partner of a private offer. */
export type MkBPrivateOfferPartner = {
  /** Identifier of the partner. */
  id?: string;
  /** Country of the partner. */
  location?: string;
  /** Name of the partner. */
  partnerName?: string;
};

/** A plan with the price of a private offer. */
export type MkBPrivateOfferPlan = {
  /** Address of the schema that the plan follows. */
  $schema?: string;
  /** Whether a purchase is activated without the seller; newer price schemas only. */
  autoActivation?: boolean;
  /** Short name of the plan. */
  externalId?: string;
  /** Durable identifier. */
  id?: string;
  /** State of the plan. */
  lifecycleState?: string;
  /** Type of change: prices, new plans or software reservations. */
  offerPricingType?: string;
  /** Identifier of the plan on which this plan is based. */
  plan?: string;
  /** Name of the plan. */
  planName?: string;
  /** The price. */
  pricing?: MkBPriceAndAvailabilityPrivateOfferPrice;
  /** Identifier of the product. */
  product?: string;
  /** Resource name in the configuration document. */
  resourceName?: string;
  /** Reservation, for machine software. */
  softwareReservation?: MkBPriceAndAvailabilityPrivateOfferPlanSoftwareReservation;
  /** Type of plan of an application, such as solution-template or managed-application. */
  subType?: string;
  /** Validation messages of the marketplace. */
  validations?: MkBValidation[];
  /** Whether the plan is listed. */
  visibility?: string;
};

/** The price of one plan of a private offer. */
export type MkBPrivateOfferPricing = {
  /** Plan on which the new plan is based. */
  basePlan?: string;
  /** Discount in percent; 0 to 100, any number in drafts. */
  discountPercentage?: number;
  /** Type of the discount. */
  discountType?: string;
  /** Margin of the channel partner in percent; negative in drafts only. */
  markupPercentage?: number;
  /** Plan to create. */
  newPlanDetails?: MkBPrivateOfferPricingNewPlanDetails;
  /** The plan at list price. */
  originalPlan?: MkBPrivateOfferPlan;
  /** Durable identifier of the plan. */
  plan?: string;
  /** Short name of the plan. */
  planId?: string;
  /** Name of the plan. */
  planName?: string;
  /** Whether the plan is flat or by seat. */
  planType?: string;
  /** Reference to the absolute price. */
  priceDetails?: Record<string, unknown>;
  /** The plan at the price of this offer. */
  privateOfferPlan?: MkBPrivateOfferPlan;
  /** Durable identifier of the product. */
  product?: string;
  /** Name of the product. */
  productName?: string;
  /** Public offer of this service that the plan belongs to. */
  serviceOfferId?: string;
};

/** A plan that the marketplace creates for a private offer. */
export type MkBPrivateOfferPricingNewPlanDetails = {
  /** Content of the plan. */
  description?: string;
  /** Short name of the plan. */
  id?: string;
  /** Name of the plan. */
  name?: string;
};

/** A private offer that another offer replaces. */
export type MkBPrivateOfferPromotionReference = {
  /** Durable identifier. */
  id?: string;
  /** Name of the offer. */
  name?: string;
};

/** A document of a multiparty offer’s terms. */
export type MkBPrivateOfferTermsDoc = {
  /** Name that the customer sees. */
  customerFacingDocumentName?: string;
  /** Name of the file. */
  fileName?: string;
  /** Signed address of the file. */
  sasUrl?: string;
};

/** A product in the format of marketplace B’s older interface. */
export type MkBProduct = Record<string, unknown>;

/** Markets, prices and audiences of a plan. */
export type MkBProductFeatureAvailability = {
  /** Meters of the plan. */
  customMeters?: MkBProductVariantCustomMeter[];
  /** Identifier. */
  id?: string;
  /** Whether the plan is hidden from listings. */
  isHidden?: boolean;
  /** Markets with their availability. */
  marketStates?: MkBMarketState[];
  /** Markets of the plan. */
  markets?: MkBMarket[];
  /** Prices. */
  priceSchedules?: MkBProductVariantPriceSchedule[];
  /** Further properties. */
  properties?: MkBTypeValue[];
  /** Type of the resource. */
  resourceType?: string;
  /** Subscriptions to which the plan is visible. */
  subscriptionAudiences?: AudienceEntry[];
  /** Tenants to which the plan is visible. */
  tenantAudiences?: AudienceEntry[];
  /** Trial. */
  trial?: MkBProductVariantTrial;
  /** Whether the plan is public. */
  visibility?: string;
};

/** The configuration of a product on marketplace B. */
export type MkBProductResource = Record<string, unknown>;

/** A plan of a product in marketplace B’s own format. */
export type MkBProductVariant = {
  /** Certifications for government clouds. */
  azureGovernmentCertifications?: MkBGovernmentCertification[];
  /** Clouds in which the plan is offered. */
  cloudAvailabilities?: string[];
  /** Plans to which a trial can convert. */
  conversionPaths?: string;
  /** Further properties. */
  extendedProperties?: MkBTypeValue[];
  /** Short name of the plan. */
  externalID?: string;
  /** Markets, prices and audiences; read separately. */
  featureAvailabilities?: MkBProductFeatureAvailability[];
  /** Name of the plan. */
  friendlyName?: string;
  /** Identifier. */
  id?: string;
  /** Identifier used for sales leads. */
  leadGenID?: string;
  /** Plan whose packages this plan reuses. */
  referenceVariantID?: string;
  /** Type of the resource. */
  resourceType?: string;
  /** Whether the plan is in use. */
  state?: string;
  /** Type of plan of an application, such as solution-template or managed-application. */
  subType?: string;
};

/** A meter that the seller defines. */
export type MkBProductVariantCustomMeter = {
  /** Displayed name. */
  displayName?: string;
  /** Key of the meter. */
  id?: string;
  /** Units that the base price includes. */
  includedBaseQuantities?: MkBIncludedBaseQuantity[];
  /** Whether the meter is in use. */
  isEnabled?: boolean;
  /** Price of a unit in US dollars. */
  priceInUsd?: number;
  /** Identifier of the marketplace. */
  uniqueID?: string;
  /** Unit that is counted. */
  unitOfMeasure?: string;
};

/** Prices of a plan for some markets. */
export type MkBProductVariantPriceSchedule = {
  /** Period in which the prices apply. */
  dateTimeRange?: MkBLocalizedTimeRange;
  /** Name of the price list. */
  friendlyName?: string;
  /** Whether the prices apply in markets without other prices. */
  isBaseSchedule?: boolean;
  /** Countries in which the prices apply. */
  marketCodes?: string[];
  /** The prices. */
  schedules?: MkBPriceSchedule[];
};

/** The trial of a plan. */
export type MkBProductVariantTrial = {
  /** Period in which the trial is offered. */
  dateTimeRange?: MkBLocalizedTimeRange;
  /** Length of the trial. */
  duration?: number;
  /** Unit of the length. */
  durationType?: string;
  /** Limit of the trial. */
  type?: string;
};

/** A length for which software can be reserved. */
export type MkBSoftwareReservation = {
  /** Discount in percent on the pay-as-you-go price; 0 to 100, any number in drafts. */
  percentageSave?: number;
  /** Length of the term. */
  term?: number;
  /** Unit of the term. */
  type?: string;
};

/** A subscription in marketplace B’s own format. */
export type MkBSubscription = {
  /** Operations that the customer may use on the subscription. */
  allowedCustomerOperations?: string[];
  /** Whether the subscription renews automatically. */
  autoRenew?: boolean;
  /** User of the product. */
  beneficiary?: IdentityRef;
  /** Creation time. */
  created?: string;
  /** Identifier of the fulfilment. */
  fulfillmentId?: string;
  /** Identifier of the subscription. */
  id?: string;
  /** Whether the subscription is a trial. */
  isFreeTrial?: boolean;
  /** Whether the subscription is for testing only. */
  isTest?: boolean;
  /** Time of the last change. */
  lastModified?: string;
  /** Name of the subscription. */
  name?: string;
  /** Purchased offer of the marketplace. */
  offerId?: string;
  /** Purchased plan. */
  planId?: string;
  /** Publisher of the offer. */
  publisherId?: string;
  /** Party that pays. */
  purchaser?: IdentityRef;
  /** Seats, for plans priced by seat. */
  quantity?: number;
  /** State of the subscription on the marketplace. */
  saasSubscriptionStatus?: string;
  /** Type of test environment, if any. */
  sandboxType?: string;
  /** Session of the purchase. */
  sessionId?: string;
  /** Whether the purchase was a test. */
  sessionMode?: string;
  /** Storefront of the purchase. */
  storeFront?: string;
  /** Current term. */
  term?: Term;
};

/** A typed value. */
export type MkBTypeValue = {
  /** Name of the type. */
  type?: string;
  /** The value. */
  value?: string;
};

/** A validation message of marketplace B about a configuration. */
export type MkBValidation = {
  /** Address of the schema of the message. */
  $schema?: string;
  /** Code of the message. */
  code?: string;
  /** Severity. */
  level?: string;
  /** Text of the message. */
  message?: string;
  /** Resource that the message is about. */
  resourceId?: string;
};

/** Result of a validation. */
export type MkBValidationResult = {
  /** Error message. */
  errorMessage?: string;
  /** Members that the error is about. */
  memberNames?: string[];
};

/** Prices by machine size. */
export type MkBVmPrice = {
  /** Price by size. */
  patternProperties?: Record<string, MkBVmPricePropertyItem | null>;
};

/** The price of one machine size. */
export type MkBVmPricePropertyItem = {
  /** Machines reserved. */
  quantity?: number;
  /** Price of one machine for a payment period, in US dollars. */
  unitPricePerPaymentPeriodInUsd?: number;
};

/** Bounds within which a reseller sets a number. */
export type MkCAmountConstraint = {
  /** Proposed number. */
  defaultAmount?: MkCAmountUnit;
  /** Maximum. */
  maxAmount?: MkCAmountUnit;
  /** Minimum. */
  minAmount?: MkCAmountUnit;
};

/** A number in whole units and billionths. */
export type MkCAmountUnit = {
  /** Billionths of a unit. */
  nanos?: number;
  /** Whole units. */
  units?: string;
};

/** Bounds of a committed amount. */
export type MkCCommitmentAmountPerPeriodTemplate = {
  /** Currency of the amount. */
  currencyCode?: string;
  /** The bounds. */
  decimalAmountConstraint?: MkCAmountConstraint;
};

/** Project in which a product is used. */
export type MkCConsumer = {
  /** Project of the buyer. */
  project?: string;
};

/** A document of an agreement. */
export type MkCDocument = {
  /** Title of the document. */
  description?: string;
  /** Content. */
  documentBody?: string;
  /** Type of document. */
  documentType?: string;
  /** Link to the document, if it is linked. */
  externalLink?: MkCExternalLink;
  /** Resource name. */
  name?: string;
  /** Content of the document, if it is embedded. */
  unstructuredDocument?: MkCUnstructuredDocument;
  /** Time of the last change. */
  updateTime?: string;
};

/** An entitlement in marketplace C’s own format. */
export type MkCEntitlement = {
  /** Account of the buyer. */
  account?: string;
  /** Projects that use the product. */
  consumers?: MkCConsumer[];
  /** Creation time. */
  createTime?: string;
  /** Identifier. */
  id?: string;
  /** Input of the buyer, as bytes. */
  inputProperties?: number[];
  /** Message shown to the buyer. */
  messageToUser?: string;
  /** Resource name. */
  name?: string;
  /** Length of the next offer. */
  newOfferDuration?: string;
  /** End of the next offer. */
  newOfferEndTime?: string;
  /** Start of the next offer. */
  newOfferStartTime?: string;
  /** Offer pending approval. */
  newPendingOffer?: string;
  /** Length of the offer pending approval. */
  newPendingOfferDuration?: string;
  /** Plan pending approval. */
  newPendingPlan?: string;
  /** Next plan. */
  newPlan?: string;
  /** Current offer. */
  offer?: string;
  /** Length of the current offer. */
  offerDuration?: string;
  /** Start of the current offer. */
  offerEffectiveTime?: string;
  /** End of the current offer. */
  offerEndTime?: string;
  /** Current plan. */
  plan?: string;
  /** Purchased product. */
  product?: string;
  /** Name of the product in the catalogue. */
  productExternalName?: string;
  /** Seller. */
  provider?: string;
  /** Name of the quote that the entitlement came from. */
  quoteExternalName?: string;
  /** State on the marketplace. */
  state?: 'ENTITLEMENT_STATE_UNSPECIFIED' | 'ENTITLEMENT_ACTIVATION_REQUESTED' | 'ENTITLEMENT_ACTIVE' | 'ENTITLEMENT_PENDING_CANCELLATION' | 'ENTITLEMENT_CANCELLED' | 'ENTITLEMENT_PENDING_PLAN_CHANGE' | 'ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL' | 'ENTITLEMENT_SUSPENDED' | (string & {});
  /** End of the subscription. */
  subscriptionEndTime?: string;
  /** Time of the last change. */
  updateTime?: string;
  /** Identifier under which usage is reported. */
  usageReportingId?: string;
};

/** Existing purchase of the buyer before the offer. */
export type MkCExistingOfferData = {
  /** Entitlement of the buyer. */
  entitlement?: MkCEntitlement;
  /** Type of price. */
  existingPriceModelType?: 'PRICE_MODEL_TYPE_UNSPECIFIED' | 'CUD' | 'FIXED_FEE' | 'FIXED_FEE_WITH_OVERAGE' | 'PAYG' | 'PAYG_WITH_CUD' | (string & {});
  /** Whether the entitlement changed after the offer was created. */
  hasEntitlementChanged?: boolean;
  /** Private offer that the purchase came from, if any. */
  privateOffer?: MkCExistingPrivateOffer;
  /** Public offer that the purchase came from, if any. */
  standardOffer?: Record<string, unknown>;
};

/** Current private offer of the buyer. */
export type MkCExistingPrivateOffer = {
  /** Agreement made from the offer. */
  agreement?: string;
  /** License agreement specific to the offer. */
  customEula?: MkCDocument;
  /** Instalments. */
  installmentTimeline?: MkCPrivateOfferInstallmentTimeline;
  /** Resource name. */
  name?: string;
  /** Validity of the offer. */
  offerTerm?: MkCPrivateOfferTerm;
  /** Whether the buyer pays in advance or in arrears. */
  paymentSchedule?: string;
  /** Prices of the offer. */
  priceModel?: MkCPrivateOfferPriceModel;
  /** Plan of the offer. */
  serviceLevel?: string;
};

/** A link to a document. */
export type MkCExternalLink = {
  /** Address of the document. */
  uri?: string;
};

/** A feature of a product and its value in a plan. */
export type MkCFeatureValue = {
  /** Description of the feature. */
  featureDescription?: string;
  /** Name of the feature in the product’s feature list. */
  featureName?: string;
  /** Displayed title. */
  featureTitle?: string;
  /** Value in this plan or offer. */
  featureValue?: string;
};

/** The vendor behind a plan for resellers. */
export type MkCIsvInfo = {
  /** E-mail address of the contact. */
  contactEmail?: string;
  /** Name of the contact. */
  contactName?: string;
  /** Legal name in the partner programme. */
  partnerAdvantageAccountLegalName?: string;
  /** Identifier in the partner programme. */
  partnerAdvantageId?: string;
};

/** The documents that a buyer agrees to. */
export type MkCMarketplaceAgreementDocument = {
  /** License agreement. */
  eulaAgreementDocument?: MkCDocument;
  /** Statement of work. */
  sowAgreementDocument?: MkCDocument;
};

/** A metric by which usage is charged. */
export type MkCMeteringMetric = {
  /** Description of what the metric measures. */
  description?: string;
  /** Displayed name. */
  displayName?: string;
  /** Unit shown to the buyer. */
  displayUnit?: string;
  /** Description of that unit. */
  displayUnitDescription?: string;
  /** Identifier of the metric. */
  id?: string;
  /** Relation of values to time: a total, a change or a current value. */
  metricKind?: string;
  /** Name of the metric. */
  name?: string;
  /** Prices by quantity. */
  priceTiers?: MkCPriceTier[];
  /** Unit in which usage is reported. */
  reportingUnit?: string;
  /** Priced article that the metric belongs to. */
  skuId?: string;
  /** Unit that is measured. */
  unit?: string;
  /** Data type of the values. */
  valueType?: string;
};

/** A metric value at marketplace C, in the field of its type. */
export type MkCMeteringMetricValue = {
  /** Value of the type boolean. */
  boolValue?: boolean;
  /** Value of the type number. */
  doubleValue?: number;
  /** End of the value’s period. */
  endTime?: string;
  /** Value of the type integer, in digits. */
  int64Value?: string;
  /** Labels. */
  labels?: Record<string, string | null>;
  /** Value of the type money. */
  moneyValue?: MkCMeteringMoney;
  /** Start of the value’s period. */
  startTime?: string;
  /** Value of the type text. */
  stringValue?: string;
};

/** Values of a metric. */
export type MkCMeteringMetricValueSet = {
  /** Metric. */
  metricName?: string;
  /** Values of the metric. */
  metricValues?: MkCMeteringMetricValue[];
};

/** An amount of money at marketplace C. */
export type MkCMeteringMoney = {
  /** Currency. */
  currencyCode?: string;
  /** Billionths. */
  nanos?: number;
  /** Whole units, as text. */
  units?: string;
};

/** Request to marketplace C for a report: the metrics of all operations, and the other fields of the last operation. */
export type MkCMeteringOperation = {
  /** Consumer on the marketplace. */
  consumerId?: string;
  /** End of the usage period. */
  endTime?: string;
  /** Labels. */
  labels?: Record<string, string | null>;
  /** The usage. */
  metricValueSets?: MkCMeteringMetricValueSet[];
  /** Identifier by which the marketplace detects duplicates. */
  operationId?: string;
  /** Operation. */
  operationName?: string;
  /** Start of the usage period. */
  startTime?: string;
};

/** Options that a reseller’s offer may use. */
export type MkCOfferTemplatePolicies = {
  /** Whether the offer may renew automatically. */
  allowAutoRenewal?: boolean;
  /** Whether the offer may start on a date. */
  allowScheduledStartDate?: boolean;
  /** Maximum number of renewals. */
  maxRenewalTimes?: string;
  /** Reason for the offer. */
  offerDealType?: 'OFFER_DEAL_TYPE_UNSPECIFIED' | 'CHANNEL_SHIFT' | 'MIGRATION' | 'NATIVE_RENEWAL' | (string & {});
  /** Whether partial periods are prorated. */
  proration?: 'PRORATION_UNSPECIFIED' | 'NOT_PRORATED_ANNIVERSARY_DATES' | 'PRORATED' | (string & {});
};

/** A length of time on marketplace C. */
export type MkCPeriodDuration = {
  /** Number of periods. */
  count?: number;
  /** Length of a period. */
  unit?: string;
};

/** Bounds of a discount. */
export type MkCPriceModelDiscountTemplate = {
  /** Party that pays for the discount. */
  discountEconomics?: string;
  /** Bounds in percent. */
  discountPercentage?: MkCAmountConstraint;
  /** Price after the discount. */
  discountedPrice?: MkCPriceValue;
  /** Whether the discount is hidden from the buyer. */
  hideDiscountPercentage?: boolean;
};

/** A price that applies from a minimum quantity. */
export type MkCPriceTier = {
  /** Minimum quantity for the price. */
  fromAmount?: number;
  /** Price of a unit. */
  price?: MkCPriceValue;
  /** The minimum quantity, in the marketplace’s notation. */
  startingUsageAmount?: string;
};

/** An amount of money in whole units and billionths. */
export type MkCPriceValue = {
  /** Currency of the amount. */
  currencyCode?: string;
  /** Billionths of a unit. */
  nanos?: number;
  /** Whole units. */
  units?: string;
};

/** A private offer in marketplace C’s own format. */
export type MkCPrivateOffer = {
  /** Current entitlement of the buyer. */
  activeEntitlement?: MkCEntitlement;
  /** Whether the marketplace sells as an agent. */
  agencyEnabled?: boolean;
  /** Agreement created from the offer. */
  agreement?: string;
  /** Documents that the buyer agrees to. */
  agreementDocuments?: MkCMarketplaceAgreementDocument;
  /** Time of the cancellation. */
  cancelTime?: string;
  /** Buyer of the offer. */
  customerInfo?: MkCPrivateOfferCustomerInfo;
  /** Existing purchase of the buyer. */
  existingOfferData?: MkCExistingOfferData;
  /** Deadline for acceptance. */
  expireTime?: string;
  /** Features and their values. */
  features?: MkCFeatureValue[];
  /** Instalments. */
  installmentTimeline?: MkCPrivateOfferInstallmentTimeline;
  /** Stage of the offer’s lifecycle. */
  lifecycleState?: string;
  /** List prices of the offer’s metrics. */
  metricInformation?: MkCPrivateOfferMetricInformation;
  /** Origin of the offer, if it is migrated to the marketplace. */
  migrationMetadata?: MkCPrivateOfferMigrationMetadata;
  /** Resource name. */
  name?: string;
  /** Identifier. */
  offerId?: string;
  /** Whether a reseller sells the offer. */
  offerSource?: string;
  /** State on the marketplace. */
  offerState?: 'OFFER_DRAFT' | 'OFFER_PUBLISHED' | 'OFFER_ENTITLEMENT_ACCOUNT_PENDING' | 'OFFER_ACTIVATING' | 'OFFER_SCHEDULED' | 'OFFER_ACTIVE' | 'OFFER_LAPSED' | 'OFFER_EXPIRED' | 'OFFER_CANCELLED' | 'OFFER_UNAVAILABLE' | 'OFFER_APPROVAL_FAILED' | (string & {});
  /** Validity of the offer. */
  offerTerm?: MkCPrivateOfferTerm;
  /** Title shown to the buyer. */
  offerTitle?: string;
  /** Whether the marketplace generated the title. */
  offerTitleAutoGenerated?: boolean;
  /** Whether the buyer pays in advance or in arrears. */
  paymentSchedule?: string;
  /** Rights of buyer and seller. */
  policies?: MkCPrivateOfferPolicies;
  /** Prices of the offer. */
  priceModel?: MkCPrivateOfferPriceModel;
  /** Type of price. */
  priceModelType?: 'PRICE_MODEL_TYPE_UNSPECIFIED' | 'CUD' | 'FIXED_FEE' | 'FIXED_FEE_WITH_OVERAGE' | 'PAYG' | 'PAYG_WITH_CUD' | (string & {});
  privateOfferRevenueShare?: MkCPrivateOfferRevenueShare;
  /** Seller’s note on the cancellation, hidden from the buyer. */
  providerCancellationInternalNote?: string;
  /** Company that sells the offer. */
  providerInfo?: MkCProviderInfo;
  /** Seller’s note, hidden from the buyer. */
  providerInternalNote?: string;
  /** Seller’s note to the buyer. */
  providerPublicNote?: string;
  /** Sales channel. */
  purchaseChannel?: MkCPurchaseChannel;
  /** Time of acceptance. */
  purchaseTime?: string;
  /** Offer that this offer replaces. */
  replacementMetadata?: MkCPrivateOfferReplacementMetadata;
  /** Reseller. */
  resellerInfo?: MkCResellerInfo;
  /** Plan of the offer. */
  serviceLevel?: string;
  /** Time of the last change. */
  updateTime?: string;
  /** Whether the older license agreement applies. */
  useLegacyPartnerEula?: boolean;
  /** Labels of the seller. */
  userLabels?: string[];
};

/** Buyer of an offer. */
export type MkCPrivateOfferCustomerInfo = {
  /** Postal address. */
  address?: string;
  /** Name of the contact. */
  contact?: string;
  /** E-mail address of the contact. */
  email?: string;
  /** Name of the buyer’s company. */
  organization?: string;
  /** Billing account as entered by the seller. */
  unverifiedBillingAccount?: string;
};

/** An instalment of an offer. */
export type MkCPrivateOfferInstallment = {
  /** Price from the date of the charge on. */
  priceModel?: MkCPrivateOfferPriceModel;
  /** Date of the charge. */
  startTime?: string;
};

/** Instalments in order. */
export type MkCPrivateOfferInstallmentTimeline = {
  /** The instalments. */
  installments?: MkCPrivateOfferInstallment[];
};

/** The list price of one metric. */
export type MkCPrivateOfferMetricDetail = {
  /** Displayed name. */
  displayName?: string;
  /** Service that the metric belongs to. */
  parentCommerceService?: string;
  /** Priced article. */
  skuId?: string;
  /** Prices by quantity. */
  tiers?: MkCPriceTier[];
  /** Description of the unit. */
  unitDescription?: string;
};

/** List prices of an offer’s metrics. */
export type MkCPrivateOfferMetricInformation = {
  /** The metrics. */
  metricDetails?: MkCPrivateOfferMetricDetail[];
};

/** Origin of an offer that is migrated to the marketplace. */
export type MkCPrivateOfferMigrationMetadata = {
  /** Plan in the older catalogue. */
  inventoryFlavorExternalName?: string;
  /** Product in the older catalogue. */
  productExternalName?: string;
  /** Project identifier. */
  projectId?: string;
  /** Project number. */
  projectNumber?: string;
  /** Seller. */
  providerId?: string;
};

/** Rights of buyer and seller during an offer. */
export type MkCPrivateOfferPolicies = {
  /** Whether the buyer may cancel. */
  cancellationPolicy?: string;
  /** Whether the offer renews automatically. */
  defaultRenewalPolicy?: string;
  /** Whether the buyer may reduce the quantity. */
  downgradePolicy?: string;
  /** Maximum number of renewals. */
  maxRenewalTimes?: string;
  /** Reason for the offer. */
  offerDealType?: 'OFFER_DEAL_TYPE_UNSPECIFIED' | 'CHANNEL_SHIFT' | 'MIGRATION' | 'NATIVE_RENEWAL' | (string & {});
  /** Whether the seller must approve the purchase. */
  purchaseApproval?: string;
  /** Exception to the approval rule. */
  purchaseApprovalOverride?: string;
};

/** Prices of an offer. */
export type MkCPrivateOfferPriceModel = {
  /** Public offer that discounts refer to. */
  baseOffer?: string;
  /** Committed spending. */
  commitment?: MkCPrivateOfferPriceModelCommitment;
  /** Flat price. */
  fixedPrice?: MkCPrivateOfferPriceModelFixed;
  /** Credit granted once. */
  oneTimeCredit?: MkCPriceValue;
  /** Price above the included quantity. */
  overage?: MkCPrivateOfferPriceModelOverage;
  /** Price of usage. */
  payg?: MkCPrivateOfferPriceModelPayg;
  /** Treatment of unused credit from the previous offer. */
  previousCreditBalancePolicy?: string;
};

/** Amount that the buyer commits to spend in each period. */
export type MkCPrivateOfferPriceModelCommitment = {
  /** Amount of each period. */
  commitmentAmountPerPeriod?: MkCPriceValue;
  /** Discount on usage. */
  discount?: MkCPrivateOfferPriceModelDiscount;
  /** Length of a period. */
  period?: MkCPeriodDuration;
};

/** A discount, as a percentage or as a price. */
export type MkCPrivateOfferPriceModelDiscount = {
  /** Discount in percent. */
  discountPercentage?: MkCAmountUnit;
  /** Price after the discount. */
  discountedPrice?: MkCPriceValue;
};

/** A flat price for each period. */
export type MkCPrivateOfferPriceModelFixed = {
  /** Discount on the list price. */
  discount?: MkCPrivateOfferPriceModelDiscount;
  /** Length of a period. */
  period?: MkCPeriodDuration;
};

/** Price of usage above the included quantity. */
export type MkCPrivateOfferPriceModelOverage = {
  /** Discount on all usage. */
  discount?: MkCPrivateOfferPriceModelDiscount;
  /** Discounts by priced article. */
  skuDiscounts?: Record<string, unknown>[];
};

/** The price of usage without a commitment. */
export type MkCPrivateOfferPriceModelPayg = {
  /** Discount on all usage. */
  discount?: MkCPrivateOfferPriceModelDiscount;
  /** Discounts by priced article. */
  skuDiscounts?: Record<string, unknown>[];
};

/** The offer that an offer replaces. */
export type MkCPrivateOfferReplacementMetadata = {
  /** Whether the end is aligned with the replaced offer. */
  cotermAlignment?: string;
  /** Resource name of the replaced offer. */
  replacedOffer?: string;
  /** End of the replaced offer. */
  replacedOfferEndTime?: string;
  /** Type of replacement. */
  replacementPolicy?: string;
};

/** The marketplace’s part of the revenue. */
export type MkCPrivateOfferRevenueShare = {
  /** Share after a renewal. */
  autoRenewRevenueShare?: MkCRevenueShareValue;
  /** Share now. */
  revenueShare?: MkCRevenueShareValue;
  /** Changes of the share. */
  revenueShareChanges?: MkCRevenueShareChange[];
};

/** Validity of an offer. */
export type MkCPrivateOfferTerm = {
  /** Whether the offer starts on a date. */
  enableScheduledStartTimes?: boolean;
  /** End of the offer. */
  endTime?: string;
  /** Event or date with which the offer starts. */
  startPolicy?: string;
  /** Start of the offer. */
  startTime?: string;
  /** Length of the offer. */
  termDuration?: MkCPeriodDuration;
};

/** Bounds of an offer’s length. */
export type MkCPrivateOfferTermDurationConstraint = {
  /** Proposed length. */
  defaultDuration?: MkCPeriodDuration;
};

/** Validity that a reseller’s offer may have. */
export type MkCPrivateOfferTermTemplate = {
  /** Whether the offer starts on a date. */
  enableScheduledStartTimes?: boolean;
  /** End of the offer. */
  endTime?: string;
  /** Payment interval of the buyer. */
  paymentRecurrence?: string;
  /** Event or date with which the offer starts. */
  startPolicy?: string;
  /** Start of the offer. */
  startTime?: string;
  /** Length of the offer. */
  termDuration?: MkCPeriodDuration;
  /** Bounds of the length. */
  termDurationConstraint?: MkCPrivateOfferTermDurationConstraint;
};

/** A product in marketplace C’s own format. */
export type MkCProduct = Record<string, unknown>;

/** The product and plan that are resold. */
export type MkCProductInfo = {
  /** Name of the plan in the catalogue. */
  flavorExternalName?: string;
  /** Name of the product in the catalogue. */
  productExternalName?: string;
  /** Seller. */
  providerId?: string;
  /** Plan. */
  serviceLevel?: string;
  /** Service of the product. */
  serviceName?: string;
};

/** The prices of a plan. */
export type MkCProductPriceInfo = {
  /** Description of the price. */
  description?: string;
  /** Pricing model of the plan. */
  priceModel?: 'FREE' | 'SUBSCRIPTION' | 'USAGE' | 'SUBSCRIPTION_PLUS_USAGE' | (string & {});
  /** Flat prices. */
  subscriptionPlans?: MkCProductSubscriptionPlan[];
  /** Usage prices. */
  usageFees?: MkCProductUsageFee[];
};

/** The flat price of a plan. */
export type MkCProductSubscriptionPlan = {
  /** Period that the price is for. */
  period?: string;
  /** The price. */
  price?: MkCPriceValue;
};

/** The usage price of a plan. */
export type MkCProductUsageFee = {
  /** Quantity that the displayed price is for. */
  displayQuantity?: number;
  /** Metric that is charged. */
  metricId?: string;
  /** Prices by quantity. */
  priceTiers?: MkCPriceTier[];
};

/** Contacts of the seller. */
export type MkCProviderInfo = {
  /** E-mail address of the offer’s creator. */
  creatorEmailAddress?: string;
  /** E-mail address of the sales contact. */
  salesContactEmail?: string;
  /** Name of the sales contact. */
  salesContactName?: string;
};

/** Sales channel of an offer. */
export type MkCPurchaseChannel = {
  /** Sold directly on the marketplace. */
  marketplace?: boolean;
  /** Sold by a reseller. */
  reseller?: boolean;
};

/** A plan in marketplace C’s own format. */
export type MkCPurchaseOptionSpec = {
  /** Features of the plan. */
  featureValues?: MkCFeatureValue[];
  /** Name of the plan. */
  name?: string;
  /** Prices. */
  priceInfo?: MkCProductPriceInfo;
  /** Buyers that may purchase the plan. */
  purchaseMode?: string;
  /** Displayed title. */
  title?: string;
};

/** The reseller of an offer. */
export type MkCResellerInfo = {
  /** Billing account of the reseller. */
  billingAccountId?: string;
  /** Short name of that account. */
  billingAccountNickname?: string;
  /** Company that owns that account. */
  billingAccountOrgDisplayName?: string;
  /** Type of that account. */
  billingAccountType?: string;
  /** Note of the vendor to the reseller. */
  notesToReseller?: string;
  /** Name of the reseller. */
  partnerAccountName?: string;
  /** Template of the reseller’s offer. */
  resellOfferTemplateId?: string;
  /** E-mail address of the contact. */
  resellerContactEmail?: string;
  /** Name of the contact. */
  resellerContactName?: string;
  /** Plan of the reseller’s offer. */
  resellerPrivateOfferPlanId?: string;
  /** Resellers that may use that plan. */
  resellerPrivateOfferPlanScope?: string;
  /** Billing account of the reseller’s customer. */
  subBillingAccount?: string;
};

/** A plan from which a reseller makes private offers. */
export type MkCResellerPlan = {
  /** Deadline for the reseller to accept the plan. */
  acceptanceDeadlineTime?: string;
  /** Agreement between vendor and reseller. */
  agreement?: string;
  /** Documents that the parties agree to. */
  agreementDocuments?: MkCResellerPrivateOfferPlanAgreementDocuments;
  /** Plan that this plan amends. */
  amendmentContext?: Record<string, unknown>;
  /** Displayed name. */
  displayName?: string;
  /** Period in which the plan may be used. */
  durationConfig?: MkCResellerPrivateOfferPlanDurationConfig;
  /** Features and their values. */
  features?: MkCFeatureValue[];
  /** Instalments. */
  installmentTimelineTemplate?: MkCResellerPrivateOfferPlanInstallmentTimelineTemplate;
  /** Vendor. */
  isvInfo?: MkCIsvInfo;
  margin?: MkCResellerPrivateOfferPlanMargin;
  /** Owner of the plan on the marketplace. */
  metaInfo?: MkCResellerPrivateOfferPlanMetainfo;
  /** Resource name. */
  name?: string;
  /** Options that the offers may use. */
  offerTemplatePolicies?: MkCOfferTemplatePolicies;
  /** Validity that the offers may have. */
  offerTermTemplate?: MkCPrivateOfferTermTemplate;
  /** Whether the buyer pays in advance or in arrears. */
  paymentSchedule?: string;
  /** Bounds of the price. */
  priceModelTemplate?: MkCResellerPrivateOfferPlanPriceModelTemplate;
  /** Product and plan. */
  productInfo?: MkCProductInfo;
  /** Plan that this plan replaces. */
  replacementMetadata?: Record<string, unknown>;
  /** Template that the plan belongs to. */
  resellOfferTemplate?: string;
  /** Reseller. */
  resellerInfo?: MkCResellerInfo;
  /** Whether the plan can be used once or repeatedly. */
  reusePolicy?: string;
  /** Event or date with which the offers start. */
  startPolicy?: string;
  /** Current state. */
  state?: MkCResellerPrivateOfferPlanState;
  /** Changes of state so far. */
  stateTransitions?: MkCResellerPrivateOfferPlanStateTransition[];
  /** Time of the last change. */
  updateTime?: string;
};

/** Documents that reseller and buyer agree to. */
export type MkCResellerPrivateOfferPlanAgreementDocuments = {
  /** Documents between vendor and buyer. */
  isvToCustomerAgreementDocument?: MkCDocument;
  /** Documents between vendor and reseller. */
  isvToResellerAgreementDocument?: MkCDocument;
};

/** Period in which a reseller may use a plan. */
export type MkCResellerPrivateOfferPlanDurationConfig = {
  /** End of the period. */
  endTime?: string;
  /** Start of the period. */
  startTime?: string;
};

/** Bounds of one instalment. */
export type MkCResellerPrivateOfferPlanInstallmentTemplate = {
  /** Bounds of the price. */
  priceModelTemplate?: MkCResellerPrivateOfferPlanPriceModelTemplate;
  /** Date of the charge. */
  startTime?: string;
};

/** Bounds of the instalments in order. */
export type MkCResellerPrivateOfferPlanInstallmentTimelineTemplate = {
  /** The instalments. */
  installmentTemplates?: MkCResellerPrivateOfferPlanInstallmentTemplate[];
};

/** Earnings of the reseller. */
export type MkCResellerPrivateOfferPlanMargin = {
  /** Margin in percent. */
  marginPercentage?: MkCResellerPrivateOfferPlanMarginPercentage;
};

/** A margin in percent. */
export type MkCResellerPrivateOfferPlanMarginPercentage = {
  /** The margin, in the marketplace’s notation. */
  value?: string;
};

/** Owner of a plan on the marketplace. */
export type MkCResellerPrivateOfferPlanMetainfo = {
  /** Organization of the seller. */
  mkCOrganizationId?: string;
  /** Project of the seller. */
  mkCProjectNumber?: string;
};

/** New state of a plan. */
export type MkCResellerPrivateOfferPlanNewState = {
  /** The state. */
  stateType?: 'STATE_TYPE_DRAFT' | 'STATE_TYPE_READY_TO_ACCEPT' | 'STATE_TYPE_READY_TO_USE' | 'STATE_TYPE_READY_TO_USE_IN_FUTURE' | 'STATE_TYPE_REJECTED' | 'STATE_TYPE_USED' | 'STATE_TYPE_CANCELED' | 'STATE_TYPE_EXPIRED_NEVER_ACCEPTED' | 'STATE_TYPE_EXPIRED_ACCEPTED' | 'STATE_TYPE_COMPLETED' | (string & {});
};

/** Priced articles. */
export type MkCResellerPrivateOfferPlanPriceModelSkuList = {
  /** The articles. */
  skus?: string[];
};

/** Priced articles that a price applies to. */
export type MkCResellerPrivateOfferPlanPriceModelSkuRepresentation = {
  /** Groups of articles. */
  skuGroupList?: Record<string, unknown>;
  /** Single articles. */
  skuList?: MkCResellerPrivateOfferPlanPriceModelSkuList;
  /** Whether the groups or the single articles apply. */
  skus?: string;
};

/** Bounds within which a reseller prices an offer. */
export type MkCResellerPrivateOfferPlanPriceModelTemplate = {
  /** Public offer that discounts refer to. */
  baseOffer?: string;
  /** Committed spending. */
  commitment?: MkCResellerPrivateOfferPlanPriceModelTemplateCommitment;
  /** Usage price that applies. */
  consumption?: string;
  /** Flat price. */
  fixedPrice?: MkCResellerPrivateOfferPlanPriceModelTemplateFixedPrice;
  /** Price above the included quantity. */
  overage?: MkCResellerPrivateOfferPlanPriceModelTemplateOverage;
  /** Price of usage. */
  payg?: MkCResellerPrivateOfferPlanPriceModelTemplatePayg;
  /** Recurring price that applies. */
  subscription?: string;
};

/** Bounds of the committed spending. */
export type MkCResellerPrivateOfferPlanPriceModelTemplateCommitment = {
  /** Bounds of the amount. */
  commitmentAmountPerPeriodTemplate?: MkCCommitmentAmountPerPeriodTemplate;
  /** Bounds of the discount. */
  discountTemplate?: MkCPriceModelDiscountTemplate;
  /** Length of a period. */
  period?: MkCPeriodDuration;
};

/** Bounds of the flat price. */
export type MkCResellerPrivateOfferPlanPriceModelTemplateFixedPrice = {
  /** Bounds of the discount. */
  discountTemplate?: MkCPriceModelDiscountTemplate;
  /** Length of a period. */
  period?: MkCPeriodDuration;
};

/** Bounds of the price above the included quantity. */
export type MkCResellerPrivateOfferPlanPriceModelTemplateOverage = {
  /** Bounds of the discount. */
  discountTemplate?: MkCPriceModelDiscountTemplate;
  /** Bounds by priced article. */
  skuDiscountTemplates?: Record<string, unknown>[];
  /** Articles that the price applies to. */
  skuRepresentation?: MkCResellerPrivateOfferPlanPriceModelSkuRepresentation;
};

/** Bounds of the price of usage. */
export type MkCResellerPrivateOfferPlanPriceModelTemplatePayg = {
  /** Bounds of the discount. */
  discountTemplate?: MkCPriceModelDiscountTemplate;
  /** Length of a period. */
  period?: MkCPeriodDuration;
  /** Bounds by priced article. */
  skuDiscountTemplates?: Record<string, unknown>[];
  /** Articles that the price applies to. */
  skuRepresentation?: MkCResellerPrivateOfferPlanPriceModelSkuRepresentation;
};

/** The state of a plan for resellers. */
export type MkCResellerPrivateOfferPlanState = {
  /** Reason for the cancellation. */
  cancellationReason?: Record<string, unknown>;
  /** Comment on the state. */
  comment?: string;
  /** Reason for the rejection. */
  rejectionReason?: Record<string, unknown>;
  /** The state. */
  stateType?: 'STATE_TYPE_DRAFT' | 'STATE_TYPE_READY_TO_ACCEPT' | 'STATE_TYPE_READY_TO_USE' | 'STATE_TYPE_READY_TO_USE_IN_FUTURE' | 'STATE_TYPE_REJECTED' | 'STATE_TYPE_USED' | 'STATE_TYPE_CANCELED' | 'STATE_TYPE_EXPIRED_NEVER_ACCEPTED' | 'STATE_TYPE_EXPIRED_ACCEPTED' | 'STATE_TYPE_COMPLETED' | (string & {});
};

/** A change of a plan’s state. */
export type MkCResellerPrivateOfferPlanStateTransition = {
  /** New state. */
  newState?: MkCResellerPrivateOfferPlanNewState;
  /** Time of the change. */
  transitionTime?: string;
};

/** A change of the share. */
export type MkCRevenueShareChange = {
  /** Share after the change. */
  revenueShare?: MkCRevenueShareValue;
  /** Whether the share was set automatically or manually. */
  revenueShareType?: string;
  /** Time of the change. */
  startTime?: string;
};

/** A share of the revenue. */
export type MkCRevenueShareValue = {
  /** The share, in the marketplace’s notation. */
  value?: string;
};

/** An operation that marketplace C rejected. */
export type MkCServiceControlReportError = {
  /** Identifier of the operation. */
  operationId?: string;
  /** Error with which the operation was rejected. */
  status?: MkCServiceControlStatus;
};

/** Response of marketplace C to a report. */
export type MkCServiceControlReportResponse = {
  /** Operations that the marketplace rejected. */
  reportErrors?: MkCServiceControlReportError[];
  /** Configuration of the service on the marketplace. */
  serviceConfigId?: string;
  /** Rollout of the service on the marketplace. */
  serviceRolloutId?: string;
};

/** An error of marketplace C. */
export type MkCServiceControlStatus = {
  /** Error code. */
  code?: number;
  /** Error details, as bytes. */
  details?: number[][];
  /** Error message. */
  message?: string;
};

/** A document with embedded content. */
export type MkCUnstructuredDocument = {
  /** The content. */
  content?: string;
};

/** A buyer’s account in marketplace C’s own format. */
export type MkCUserAccount = {
  /** Approvals that the account has or needs. */
  approvals?: MkCUserAccountApproval[];
  /** Billing account that pays. */
  billingAccountId?: string;
  /** Creation time. */
  createTime?: string;
  /** Identifier. */
  id?: string;
  /** Input of the buyer, as bytes. */
  inputProperties?: number[];
  /** Resource name. */
  name?: string;
  /** Parent billing account, for buyers of resellers. */
  parentBillingAccountId?: string;
  /** Seller. */
  provider?: string;
  /** State on the marketplace. */
  state?: string;
  /** Time of the last change. */
  updateTime?: string;
  /** Person behind the account. */
  userInfo?: MkCUserInfo;
};

/** An approval that an account needs. */
export type MkCUserAccountApproval = {
  /** Name of the approval. */
  name?: string;
  /** Reason for the decision. */
  reason?: string;
  /** State of the approval. */
  state?: 'STATE_UNSPECIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | (string & {});
  /** Time of the last change. */
  updateTime?: string;
};

/** The person behind an account. */
export type MkCUserInfo = {
  /** Orders placed by the person. */
  orders?: string[];
  /** Roles of the person. */
  roles?: string[];
  /** Identity of the person. */
  user_identity?: string;
};

/** Request to marketplace D for a report: the last call. */
export type MkDClientPushMeteringDataRequest = {
  /** The usage, as JSON. */
  Metering?: string;
};

/** Response of marketplace D. */
export type MkDClientPushMeteringDataResponseBody = {
  /** Receipt from the marketplace. */
  RequestId?: string;
  /** Whether the marketplace accepted the call. */
  Success?: boolean;
};

/** Wrapper of instance identifiers. */
export type MkDInstanceIds = {
  /** The identifiers. */
  InstanceId?: string[];
};

/** A module of a purchased product. */
export type MkDModule = {
  /** Code of the module. */
  Code?: string;
  /** Identifier of the module. */
  Id?: string;
  /** Name of the module. */
  Name?: string;
  /** Selected properties. */
  Properties?: MkDModuleProperties;
};

/** Wrapper of module properties. */
export type MkDModuleProperties = {
  /** The properties. */
  Property?: MkDModuleProperty[];
};

/** A property of a purchased module. */
export type MkDModuleProperty = {
  /** Unit shown beside the value. */
  DisplayUnit?: string;
  /** Key of the property. */
  Key?: string;
  /** Name of the property. */
  Name?: string;
  /** Selected values. */
  PropertyValues?: MkDPropertyValues;
  /** Display type of the property. */
  ShowType?: string;
};

/** Wrapper of modules. */
export type MkDModules = {
  /** The modules. */
  Module?: MkDModule[];
};

/** A product in marketplace D’s own format. */
export type MkDProduct = Record<string, unknown>;

/** A property value of a purchased module. */
export type MkDPropertyValue = {
  /** Displayed name. */
  DisplayName?: string;
  /** Maximum value. */
  Max?: string;
  /** Minimum value. */
  Min?: string;
  /** Remark. */
  Remark?: string;
  /** Step between values. */
  Step?: string;
  /** Whether the property has a single value or a range. */
  Type?: string;
  /** The value. */
  Value?: string;
};

/** Wrapper of property values. */
export type MkDPropertyValues = {
  /** The values. */
  PropertyValue?: MkDPropertyValue[];
};

/** State of the resources of an instance. */
export type MkDRelationalData = {
  /** State of the service. */
  ServiceStatus?: string;
};

/** Wrapper of telephone numbers. */
export type MkDSupplierTelephones = {
  /** The numbers. */
  Telephone?: string[];
};

/** An offer in marketplace E’s own format. */
export type MkEOffer = Record<string, unknown>;

/** Identifiers of a buyer on marketplace F. */
export type MkFBuyer = {
  /** Account of the buyer. */
  mkFCustomerID?: string;
};

/** An offer in marketplace F’s own format. */
export type MkFOffer = {
  /** End of access. */
  access_end_time?: string;
  /** Event or date with which access starts. */
  access_start_date_preference?: string;
  /** Start of access. */
  access_start_time?: string;
  /** Further information for the buyer. */
  additional_information?: string;
  /** Comment of the seller. */
  comment?: string;
  /** Length of the contract in months. */
  contract_duration_months?: number;
  /** Type of contract. */
  contract_type?: 'SUBSCRIPTION' | 'LIMITED_TIME' | 'PAY_AS_YOU_GO' | (string & {});
  /** Value of the contract, in the marketplace’s notation. */
  contract_value?: string;
  /** Discount in percent; 0 to 100, any number in drafts. */
  discount?: number;
  /** Displayed name. */
  display_name?: string;
  /** Deadline for acceptance. */
  expiration_time?: string;
  /** Event or date with which invoicing starts. */
  invoice_start_date_preference?: string;
  /** Start of invoicing. */
  invoice_start_time?: string;
  /** Whether the offer is the public offer of the listing. */
  is_default?: boolean;
  /** Identifier of the offer. */
  name?: string;
  /** Payment terms. */
  payment_terms?: MkFOfferPaymentTerms;
  /** Price plan of the offer. */
  pricing_plan_name?: string;
  /** State of the offer. */
  state?: 'DRAFT' | 'PUBLISHED' | 'WITHDRAWN' | (string & {});
  /** Time of the last change of state. */
  state_updated_on?: string;
  /** Account of the buyer. */
  target_consumer?: string;
  /** Terms that the buyer agrees to. */
  terms_of_service?: MkFOfferTermsOfService;
  /** Time of the last change. */
  updated_on?: string;
};

/** Payment terms of an offer. */
export type MkFOfferPaymentTerms = {
  /** Instalments, if any. */
  installment_schedule?: MkFPlanInstallmentSchedule;
  /** Payment method. */
  payment_type?: 'INVOICE' | 'CREDIT_CARD' | 'INSTALLMENT' | (string & {});
};

/** The terms that a buyer agrees to. */
export type MkFOfferTermsOfService = {
  /** Address of the seller’s own terms. */
  custom_link?: string;
  /** Whether standard or own terms apply. */
  type?: string;
};

/** An instalment with a different amount. */
export type MkFPlanInstallment = {
  /** Amount. */
  installment_amount?: number;
  /** Position in the schedule. */
  installment_number?: number;
};

/** Instalments at equal intervals. */
export type MkFPlanInstallmentSchedule = {
  /** Amount of each instalment. */
  default_installment_amount?: number;
  /** Months between instalments. */
  installment_duration?: number;
  /** Instalments with a different amount. */
  overridden_installments?: MkFPlanInstallment[];
};

/** A listing in marketplace F’s own format. */
export type MkFProduct = Record<string, unknown>;

/** A passkey created by an authenticator. */
export type NewPasskey = {
  /** Name for the passkey, chosen by the user. */
  name: string;
  /** The `state` from the response of `beginPasskey`. */
  state: string;
  /** Credential from the browser, as returned by `PublicKeyCredential.toJSON`. */
  credential: Record<string, unknown>;
};

/** Usage of one entitlement at one time, as an element of a batch. */
export type NewUsageRecordGroup = {
  /** Usage by billable metric, in place of `records`. */
  billableRecords?: MeteringUsageRecord[];
  /** Id of the entitlement. */
  entitlementID?: string;
  /** Identifier, preferably a UUIDv7. Reporting the same id and content again returns the first record (R60). */
  id?: string;
  /** Origin of the record group. */
  metaInfo?: MeteringUsageRecordGroupMetaInfo;
  /** Quantities by dimension key, or by name if it is unique: 1 to 100 entries. */
  records?: Record<string, number>;
  /** Time of use; defaults to the time of the call. */
  timestamp?: string;
};

/** Audience of the mail; mails to buyers contain no internal data of the seller. */
export type NotificationAudience = 'MEMBERS' | 'BUYERS';

/** Recipients, scopes and templates of notifications. */
export type NotificationConfigInfo = {
  /** Scopes that can be configured, for a user interface; read-only. */
  allEmailNotificationScopes?: string[];
  /** Fields that can be chosen, for each CRM with an integration; empty until the fields are read; read-only. */
  crmFieldOptionsByCrm?: Record<string, unknown>;
  /** Days before expiry at which the notice is sent. */
  daysToExpireSoonOfferWorkflowNotification?: number;
  /** Sender of scopes without a sender; read-only. */
  defaultSenderEmail?: string;
  /** Whether e-mails about offers to buyers are switched off. */
  disableEmailNotificationOnOfferReady?: boolean;
  /** Settings by scope. */
  emailNotificationScopeEventConfigs?: Record<string, EmailNotificationScopeEventConfig | null>;
  /** Whether members are notified of events by e-mail. */
  enableEmailNotification?: boolean;
  /** Whether a notice is sent before an offer expires. */
  enableExpireSoonOfferWorkflowNotification?: boolean;
  /** Whether webhooks are limited to the products in `webhookProductWhitelist`. */
  enableWebhookNotification?: boolean;
  /** Fields that can be chosen, by kind of entity; read-only. */
  entityFieldOptions?: Record<string, unknown>;
  /** Groups of people that can be chosen, by kind of entity; read-only. */
  roleGroupOptionsByEntityType?: Record<string, unknown>;
  /** Chat channel of customer support. */
  supportChatChannelID?: string;
  /** Unknown fields that a change ignored; only in the response to that change. */
  warningMessages?: string[];
  /** Products whose events are sent by webhook, if webhooks are limited. */
  webhookProductWhitelist?: string[];
};

/** A business event of which members and buyers may be notified. */
export type NotificationEvent = {
  /** Action of the event. */
  action?: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Contacts that receive a copy. */
  ccContactIds?: string[];
  /** Channels by which the event is sent. */
  channels?: ('EMAIL' | 'SLACK' | 'SMS' | 'SNS' | 'CRMA' | 'WEBHOOK' | 'SERVICE_SUPPORT' | 'VENDORM_TEAMS' | (string & {}))[];
  /** E-mail addresses that are notified. */
  contactEmails?: string[];
  /** Contacts that are notified. */
  contactIds?: string[];
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Custom fields of the sender. */
  customFields?: Record<string, unknown>;
  /** Identifier of the record. */
  entityID?: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Record type. */
  entityType?: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the event. */
  eventID?: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Time of the last change. */
  lastUpdateTime?: string;
  /** Description of the event. */
  message?: string;
  /** Organization of the event. */
  organizationID?: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** Time of the event, or its due time. */
  timestamp?: string;
  /** Headline. */
  title?: string;
  /** Actions of recipients on the event. */
  trackEvents?: TrackEvent[];
  /** The exact event as ACTION.ENTITY. For a word outside the published enumerations, `action` and `entityType` contain the most similar published word. */
  type?: string;
};

/** The claim on sending a notice once. */
export type NotificationLease = Record<string, unknown>;

/** A message to one recipient by one channel, sent or pending. */
export type NotificationMessage = {
  /** Number of delivery attempts. */
  attempts?: number;
  /** Creation time. */
  creationTime?: string;
  /** Error of the last attempt. */
  errorMessage?: string;
  /** Identifier. */
  id?: string;
  /** Content. */
  info?: NotificationMessageInfo;
  /** Time of the last change of status. */
  lastUpdateTime?: string;
  /** The notification event. */
  notificationEventID?: string;
  /** Time at which the recipient first opened the message, if known. */
  openTime?: string;
  /** Organization that sends the message. */
  organizationID?: string;
  /** Recipient: an e-mail address or a webhook endpoint. */
  recipient?: string;
  /** Delivery status. */
  status?: 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** The channel. */
  type?: 'EMAIL' | 'SLACK' | 'SMS' | 'SNS' | 'CRMA' | 'WEBHOOK' | 'SERVICE_SUPPORT' | 'VENDORM_TEAMS' | (string & {});
};

/** Content of a message. */
export type NotificationMessageInfo = {
  /** Action of the event. */
  action?: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Addresses that received a copy. */
  ccRecipients?: string[];
  /** Custom fields of the sender. */
  customFields?: Record<string, unknown>;
  /** Content as HTML. */
  htmlContent?: string;
  /** Addresses that received a blind copy. */
  rccRecipients?: string[];
  /** Values from which the content was rendered. */
  standardFields?: Record<string, unknown>;
  /** Subject. */
  subject?: string;
  /** Content as text. */
  textContent?: string;
};

/** Templates to preview or test. */
export type NotificationTemplateParams = {
  audience?: NotificationAudience;
  /** Addresses of members that receive the test; the caller’s by default. */
  recipients?: string[];
  /** The notification scope. */
  scope?: string;
  /** Subject that replaces the configured subject. */
  subjectOverride?: string;
  /** Content that replaces the configured content, as HTML with {{ placeholders }}. */
  templateOverride?: string;
};

/** Attribution of an offer to a channel partner. */
export type OfferAttribution = {
  basis?: AttributionBasis;
  /** The channel partner; required. */
  channelPartnerId?: string;
  /** When the attribution was created. */
  creationTime?: string;
  /** The deal registration that the sale won, if that is the basis. */
  dealRegistrationId?: string;
  /** Identifier. */
  id?: string;
  kind?: AttributionKind;
  /** Organization. */
  organizationID?: string;
  /** Share of the channel partner; the shares of one offer add up to at most 100. Required. From 0 to 100, with four decimals at most. */
  share?: number;
  /** Member or client that set the attribution. */
  createdBy?: string;
  /** When the attribution last changed. */
  lastUpdateTime?: string;
  /** The offer. */
  offerID?: string;
};

/** Options for the copy of an offer. */
export type OfferClone = {
  /** Whether the original offer is cancelled once the copy awaits acceptance; marketplace C. */
  cancelSourceAfterPublish?: boolean;
  /** Name of the copy; the name of the original by default. */
  name?: string;
};

/** Result of the creation of an offer, as found at the marketplace. */
export type OfferCreationOutcome = {
  /** Identifier of the offer on the marketplace, if the offer exists there. */
  externalID?: string;
  /** True if the offer does not exist on the marketplace. */
  failed?: boolean;
};

/** A discount group that was applied to metered dimensions. */
export type OfferDiscountGroupApplication = Record<string, unknown>;

/** Mapping of the records of a system to offers. */
export type OfferFillerConfigInfo = {
  /** Source system. */
  from?: Partner;
  /** Mapping of fields. */
  mappingInfo?: OfferFillerFieldMappingInfo;
  /** Kind of record that is filled. */
  targetObject?: string;
  /** Target system. */
  to?: Partner;
};

/** Mapping of fields to an offer. */
export type OfferFillerFieldMappingInfo = Record<string, unknown>;

/** A field of the form of an offer. */
export type OfferFormField = {
  /** JSON pointer into the body of createOffer; `*` stands for each item of a list. */
  pointer?: string;
  /** Label. */
  label?: string;
  /** Help text. */
  help?: string;
  /** Kind of input, such as text, money, time, choice, list, group or json. */
  kind?: string;
  /** Whether the field is required. */
  required?: boolean;
  /** Options of a choice. For other kinds of input, known values; further values are allowed. */
  options?: OfferFormOption[];
  /** Unit of a number; null if the number has no unit. */
  unit?: string | null;
  /** Whether the field is rarely needed. */
  advanced?: boolean;
};

/** An option of a field. */
export type OfferFormOption = {
  /** The value. */
  value?: string;
  /** Label of the option. */
  label?: string;
};

/** A step of the form of an offer. */
export type OfferFormStep = {
  /** Name of the step. */
  name?: string;
  /** Label. */
  label?: string;
  /** Help text of the step. */
  help?: string;
  /** The fields, in display order. */
  fields?: OfferFormField[];
};

/** The terms of an offer. */
export type OfferInfo = {
  /** Documents added to the document at `eulaUrl`; requires `eulaType` CUSTOM. */
  additionalEulaUrls?: string[];
  /** Documents added to the reseller’s document; requires `resellerEulaType` CUSTOM. */
  additionalResellerEulaUrls?: string[];
  /** Standard agreement that your documents are added to. */
  attachEulaType?: 'SCMP' | 'ECMP' | 'RCMP' | 'CUSTOM' | 'ISV' | 'CURRENT' | (string & {});
  /** Whether the term renews automatically. */
  autoRenew?: boolean;
  /** Usage prices by billable metric. */
  billableDimensions?: BillableDimension[];
  /** Start of billing periods. */
  billingCycle?: string;
  /** Months between invoices; at most 1200. */
  billingIntervalInMonths?: number;
  /** Countries, ISO 3166-1 alpha-2, from which the offer can be accepted; empty for all; marketplace A. */
  buyerCountryCodes?: string[];
  /** Accounts of the buyers on marketplace A. */
  buyerMkAAccountIds?: string[];
  /** Tenants of the buyers on marketplace B. */
  buyerMkBTenants?: AudienceEntry[];
  /** Committed amount before discounts; for display only. */
  commitAmount?: number;
  /**
   * Use `billingIntervalInMonths`.
   * @deprecated
   */
  commitBillingIntervalInMonths?: number;
  /** Flat fees. */
  commits?: CommitDimension[];
  /** Currency of all amounts, ISO 4217. */
  currency?: string;
  /** Delivery method of the software. */
  deliveryMethod?: string;
  /** Usage prices by marketplace dimension. */
  dimensions?: MeteringDimension[];
  /** Discount groups that were applied, in order of precedence; not overwritten by the marketplace. */
  discountGroupApplications?: OfferDiscountGroupApplication[];
  /** Discount in percent on commits or usage, for display. Rates already include it. 0 to 100, except in drafts. */
  discountPercentage?: number;
  /** Envelopes for signature, by contact. */
  docusignEnvelopeIds?: Record<string, string | null>;
  /** Order of merging: 0 is the attached standard agreement, 1 `eulaUrl`, 2 and above the additional documents. */
  eulaMergeOrder?: number[];
  /** Type of the license agreement. */
  eulaType?: 'SCMP' | 'ECMP' | 'RCMP' | 'CUSTOM' | 'ISV' | 'CURRENT' | (string & {});
  /** Address of the license agreement. In this and the other addresses of agreements, responses, events and the audit trail mask a user name and password, secret parameters, and long random parts of the path. A masked address that is sent back with the id of its draft keeps the stored value. */
  eulaUrl?: string;
  /** Days that an invoice stays a draft for review; at most 36525. */
  gracePeriodInDays?: number;
  /** Whether usage is charged only above the commit, instead of in full. */
  isMeteringOverageCommit?: boolean;
  /** Length from acceptance, as an ISO 8601 duration; marketplace A. */
  mkAAgreementDuration?: string;
  /** Reseller on marketplace A. */
  mkAChannelPartner?: MkAChannelPartner;
  /** Event of marketplace A that granted the resale authorization. */
  mkACppoEventDetail?: MkABusEventDetail;
  /** Resale authorization on marketplace A. */
  mkACppoOpportunity?: MkACppoOpportunity;
  /** Contract length in months for a machine learning model; marketplace A. */
  mkAMachineLearningContractDuration?: number;
  /** Margin of the reseller in percent, 0 to 1000, except in drafts; marketplace A. */
  mkAMarkupPercentage?: number;
  /** Offer set of the offer; marketplace A. */
  mkAOfferSetId?: string;
  /** Resale authorization that the offer is made with; marketplace A. */
  mkAResaleAuthorizationId?: string;
  /** Plan at list price; marketplace B. */
  mkBOriginalPlan?: MkBPrivateOfferPlan;
  /** Terms for which machine software can be reserved; marketplace B. */
  mkBPlanSoftwareReservations?: MkBSoftwareReservation[];
  /** Private offer in the format of marketplace B. */
  mkBPrivateOffer?: MkBPrivateOffer;
  /** Plan in the format of marketplace B. */
  mkBProductVariant?: MkBProductVariant;
  /** Machine images of a plan, used to match revenue; marketplace B. */
  mkBVmImageSkuIds?: string[];
  /** Whether the end is aligned with another entitlement; marketplace C. */
  mkCCotermAlignment?: string;
  /** Buyer; marketplace C. */
  mkCCustomerInfo?: MkCPrivateOfferCustomerInfo;
  /** Length in months; required for private offers on marketplace C. */
  mkCDuration?: number;
  /** Values of product features; marketplace C. */
  mkCFeatures?: MkCFeatureValue[];
  /** Metrics of the plan; marketplace C. */
  mkCMetrics?: MkCMeteringMetric[];
  /** Data source of the offer; marketplace C. */
  mkCOfferDataSource?: string;
  /** Deal type of the offer; marketplace C. */
  mkCOfferDealType?: 'OFFER_DEAL_TYPE_UNSPECIFIED' | 'CHANNEL_SHIFT' | 'MIGRATION' | 'NATIVE_RENEWAL' | (string & {});
  /** Payment frequency; marketplace C. */
  mkCPaymentRecurrence?: 'MONTHLY_PERIOD' | 'QUARTERLY_PERIOD' | 'YEARLY_PERIOD' | 'CUSTOM_PERIOD' | (string & {});
  /** Whether the buyer pays in advance; marketplace C. */
  mkCPaymentSchedule?: string;
  /** Plans of the offer; marketplace C. */
  mkCPlans?: MkCPurchaseOptionSpec[];
  /** Private offer in the format of marketplace C. */
  mkCPrivateOffer?: MkCPrivateOffer;
  /** Seller; marketplace C. */
  mkCProviderInfo?: MkCProviderInfo;
  /** Internal note of the seller; marketplace C. */
  mkCProviderInternalNote?: string;
  /** Note to the buyer; the name of the offer by default; marketplace C. */
  mkCProviderPublicNote?: string;
  /** Plan for resellers in the format of marketplace C. */
  mkCResellerPrivateOfferPlan?: MkCResellerPlan;
  /** Discounts on usage by metric, paid in arrears; percentages from 0 to 100; marketplace C. */
  mkCSkuDiscounts?: SkuDiscount[];
  /** Statement of work; marketplace C. */
  mkCSowAgreementDocument?: AgreementDocument;
  /** Discount model of usage; marketplace C. */
  mkCUsagePlanPriceModel?: 'CUD_LIST_PRICE' | 'CUD_ALL_USAGE_DISCOUNTED' | 'USAGE_DISCOUNT_ONLY' | (string & {});
  /** Offer in the format of marketplace E. */
  mkEOffer?: MkEOffer;
  /** Offer in the format of marketplace F. */
  mkFOffer?: MkFOffer;
  /** Days until an invoice is due; at most 36525. */
  netTermsInDays?: number;
  /** Payments on fixed dates. */
  paymentInstallments?: PaymentInstallment[];
  /** Whether the buyer pays in advance. */
  paymentSchedule?: string;
  /** Address of the PDF of the offer. */
  pdfURL?: string;
  /** Address at which buyers accept a private offer. */
  privateOfferUrl?: string;
  /** Whether incomplete billing periods are prorated. */
  proratedBilling?: boolean;
  /** Refund and cancellation policy. */
  refundCancellationPolicy?: string;
  /** Standard agreement that the reseller’s documents are added to. */
  resellerAttachEulaType?: 'SCMP' | 'ECMP' | 'RCMP' | 'CUSTOM' | 'ISV' | 'CURRENT' | (string & {});
  /** Type of the agreement with the reseller. */
  resellerEulaType?: 'SCMP' | 'ECMP' | 'RCMP' | 'CUSTOM' | 'ISV' | 'CURRENT' | (string & {});
  /** Address of the agreement with the reseller. */
  resellerEulaUrl?: string;
  /** Notes of the seller; not shown to the buyer. */
  sellerNotes?: string;
  /** Start of the term, if later than the acceptance; contracts on marketplaces A and C. A date without a time means 00:00 UTC: that day is included. */
  startTime?: string;
  /** Tax ids for the calculation of tax. */
  taxIds?: string[];
  /** Trial. */
  trialConfig?: TrialConfig;
  /**
   * Use `billingIntervalInMonths`.
   * @deprecated
   */
  usageBillingIntervalInMonths?: number;
  /** PUBLIC for listed offers, PRIVATE for negotiated offers; derived from `offerType`. */
  visibility?: string;
};

/** Offers to one buyer that are published and accepted together. */
export type OfferSet = {
  /** Buyers of the offers: buyerID and metaInfo.buyerIds. */
  buyerIDs?: string[];
  /** Creator of the set. */
  createdBy?: string;
  /** Creation time. */
  creationTime?: string;
  /** Last moment of acceptance of all offers; null without a limit. */
  expireTime?: string | null;
  /** Identifier on the marketplace. */
  externalID?: string;
  /** Identifier. */
  id?: string;
  /** Common fields of the offers. */
  info?: OfferSetInfo;
  /** Time of the last change. */
  lastUpdateTime?: string;
  /** Author of the last change. */
  lastUpdatedBy?: string;
  /** Links and notes. */
  metaInfo?: WorkloadMetaInfo;
  /** Name of the set. */
  name?: string;
  /** The offers, in the order in which they were added. */
  offerIDs?: string[];
  /** Organization of the seller. */
  organizationID?: string;
  /** Marketplace of the offers: MKA. */
  partner?: Partner;
  /** Status of the set. */
  status?: OfferSetStatus;
};

/** Common fields of the offers of a set. */
export type OfferSetInfo = {
  /** Accounts of the buyer on marketplace A, for offers that have no accounts of their own. */
  buyerMkAAccountIds?: string[];
  /** Notes to the buyer. */
  buyerNotes?: string;
  /** Solution on marketplace A that consists of the offers. */
  mkASolutionID?: string;
};

/** A page of offer sets */
export type OfferSetPage = {
  /** The rows of this page */
  data: OfferSet[];
  /** Page number, starting at 1 */
  page_number: number;
  /** Maximum number of rows on a page */
  page_size: number;
  /** Total number of rows on all pages */
  total_count: number;
};

/** Status of an offer set. */
export type OfferSetStatus = 'DRAFT' | 'PENDING_CREATE' | 'CREATE_FAILED' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'CANCEL_FAILED' | 'CANCELLED' | 'ACCEPTED' | 'REJECTED' | 'EXPIRED' | 'DELETED';

/** Status of an offer. */
export type OfferStatus = 'INVALID' | 'ACCEPTED' | 'ACTIVE' | 'CANCEL_FAILED' | 'CANCEL_SUCCESS' | 'CANCELLED' | 'CREATE_FAILED' | 'CREATE_SUCCESS' | 'DELETED' | 'DEPRECATED' | 'DRAFT' | 'EXPIRED' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_CREATE' | 'PENDING_UPDATE' | 'PREVIEW' | 'READY_TO_USE' | 'REJECTED' | 'RESTRICTED' | 'TEST' | 'UPDATE_FAILED' | 'UPDATE_SUCCESS' | 'USED' | 'PENDING_PARTNER_ACTION' | 'VOID';

/** Result of validating an offer. */
export type OfferValidation = {
  /** Findings, in the order of their sources. */
  findings?: OfferValidationFinding[];
  /** Whether the offer can be created as sent. */
  valid?: boolean;
};

/** A finding about an offer. */
export type OfferValidationFinding = {
  /** Whether a person may confirm the error: the offer is then created with a warning. Strict handling rejects it. */
  confirmable?: boolean;
  /** Readable message. */
  message?: string;
  /** JSON pointer into the body; absent for findings about the whole offer. */
  pointer?: string;
  /** ERROR prevents the creation of the offer as sent; WARNING does not. */
  severity?: string;
  /** Source of the finding: the format of the body, the rules of this service, the records that the offer references, or the rules of the marketplace. */
  source?: 'REQUEST' | 'RULES' | 'REFERENCES' | 'MARKETPLACE' | (string & {});
};

/** Onboarding state of the organization. */
export type OnboardingInfo = {
  /** Whether the list of first steps is hidden for all members. */
  dismissed?: boolean;
  /** Notice that the organization is ready; kept by the service. */
  orgReady?: NotificationLease;
  /** Notices of readiness sent, by service; kept by the service. */
  readinessNotified?: Record<string, unknown>;
  /** Skipped steps; a skip by one member applies to the organization. */
  skippedSteps?: string[];
};

/** Work that continues after the request that started it */
export type Operation = {
  /** Time at which the operation ended */
  endTime?: string;
  /** Id of the operation */
  id?: string;
  /** Human-readable outcome or, while the operation is running, the error of the last attempt */
  message?: string;
  /** Human-readable name of the work */
  name?: string;
  /** Time at which the operation was requested */
  startTime?: string;
  /** RUNNING includes waiting for a slot or another attempt. Other values may be added */
  status?: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | (string & {});
  /** Always TemporalWorkflow, for compatibility with existing clients */
  type?: string;
};

/** An operation with the operations that it enqueued */
export type OperationDetails = {
  /** Time at which the operation ended */
  endTime?: string;
  /** Id of the operation */
  id?: string;
  /** Human-readable outcome or, while the operation is running, the error of the last attempt */
  message?: string;
  /** Human-readable name of the work */
  name?: string;
  /** Time at which the operation was requested */
  startTime?: string;
  /** RUNNING includes waiting for a slot or another attempt. Other values may be added */
  status?: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | (string & {});
  /** Always TemporalWorkflow, for compatibility with existing clients */
  type?: string;
  /** Subject, requester, number of attempts and time of the next attempt */
  memo?: Record<string, unknown>;
  /** Id of the run. An operation has a single run, which includes all attempts */
  runId?: string;
  /** Operations that the operation enqueued; null unless hasChildren is true */
  childWorkflowOperations?: ChildOperationDetails[] | null;
};

/** Names of opportunity fields in a CRM. */
export type OpportunityFieldMapping = Record<string, unknown>;

/** General settings. */
export type OrganizationConfigInfo = Record<string, unknown>;

/** PROD uses real partners, TEST the sandbox; it cannot be changed. */
export type OrganizationEnvironment = 'TEST' | 'PROD';

/** The settings of an organization. */
export type OrganizationInfo = {
  /** Use of AI features. */
  aiBillingConfig?: AIBillingConfig;
  /** Signup page. */
  clientSignupPageConfigInfo?: ClientSignupPageConfigInfo;
  /** Field names by CRM, if they differ from the default names. */
  cosellAccountMappingConfigs?: CosellAccountMappingConfig[];
  /** Co-selling by CRM and marketplace. */
  cosellConfigInfoV2?: CosellConfigInfo[];
  /** Filling of co-sell records. */
  cosellFillerConfigInfo?: CosellFillerConfigInfo[];
  /** Co-sell signals. */
  cosellIntelligenceConfigInfo?: CosellIntelligenceConfigInfo;
  /** Filling of funding applications. */
  fundingApplicationFieldMappingConfigInfo?: FundingApplicationFieldMappingConfigInfo[];
  /** Issuer of invoices. */
  invoiceIssuer?: InvoiceIssuer;
  /** Notifications. */
  notificationConfigInfo?: NotificationConfigInfo;
  /**
   * Filling of offers; no longer used.
   * @deprecated
   */
  offerFillerConfigInfos?: OfferFillerConfigInfo[];
  /**
   * Filling of offers by CRM; no longer used.
   * @deprecated
   */
  offerFillerCrmPartnerConfigInfos?: Record<string, unknown>;
  /** First steps. */
  onboardingInfo?: OnboardingInfo;
  organizationConfigInfo?: OrganizationConfigInfo;
  /** Private offers. */
  privateOfferConfigInfo?: PrivateOfferConfigInfo;
  /** Single sign-on. */
  ssoConfigInfo?: SSOConfigInfo;
  /** Usage metering. */
  usageMeteringConfigInfo?: UsageMeteringConfigInfo;
};

/** A person who belongs to an organization or was invited to it. */
export type OrganizationMember = {
  /** Identifier of the person, or of the invitation until it is accepted. */
  id?: string;
  /** Same as `id`. */
  userID?: string;
  /** The organization. */
  organizationID?: string;
  /** Name of the person. */
  name?: string;
  /** E-mail address. */
  email?: string;
  /** Role in the organization. */
  role?: 'ADMIN' | 'EDITOR' | 'VIEWER' | (string & {});
  /** The channel partner for which the principal acts. The principal can then use only the partner portal, independent of its role. */
  channelPartnerId?: string;
  /** ACTIVE or INVITED; REMOVED in the event that ends the membership. */
  status?: string;
  /** When the person joined; null while invited. */
  joinOrganizationTime?: string | null;
  /** Member or client that sent the invitation. */
  invitedBy?: string;
  /** When the invitation expires. */
  invitationExpireTime?: string;
  /** When the person was first invited, or joined. */
  creationTime?: string;
  /** When the member or invitation last changed. */
  lastUpdateTime?: string;
};

/** Limit on the number of items of one kind in an organization. */
export type OrganizationQuota = {
  /** The name of the quota. */
  id?: string;
  /** The name of the quota. */
  name?: string;
  /** Items that are counted. */
  description?: string;
  /** Maximum number. */
  maximum?: number;
  /** Current number; for a daily quota, the number used today. */
  used?: number;
};

/** A role, with the permissions of its members and API clients. */
export type OrganizationRole = {
  /** Identifier; for a standard role, its name. */
  id?: string;
  /** The organization. */
  organizationID?: string;
  /** Name of the role: 2 to 50 capital letters, digits and underscores, a letter first. */
  name?: string;
  /** Purpose of the role. */
  description?: string;
  /** Permissions of the role. */
  permissions?: Permission[];
  /** Whether it is a standard role, which cannot be changed. */
  readOnly?: boolean;
  /** Time of creation; absent on standard roles. */
  creationTime?: string;
  /** Time of the last change; absent on standard roles. */
  lastUpdateTime?: string;
};

/** License agreement before several documents were merged. */
export type OriginalEulaInfo = Record<string, unknown>;

/** Overview of an organization */
export type Overview = {
  /** Time at which the records were counted, at most 10 s ago, by the organization’s clock */
  asOf: string;
  offers: OverviewOffers;
  entitlements: OverviewEntitlements;
  /** Records that require attention */
  attention: OverviewAttention[];
  /** The first steps */
  checklist: OverviewStep[];
};

/** Records that need attention */
export type OverviewAttention = {
  /** Type of problem */
  kind: 'INTEGRATION_NOT_VERIFIED' | 'WEBHOOK_DISABLED' | 'WEBHOOK_FAILING' | 'INVOICE_OVERDUE' | 'OFFER_CREATE_FAILED' | 'OFFER_AWAITS_APPROVAL' | 'OFFER_EXPIRES_SOON' | 'ENTITLEMENT_ENDS_SOON' | 'ENTITLEMENT_CHANGE_REQUESTED' | 'USAGE_NOT_REPORTED';
  /** Number of records; 100 means 100 or more */
  count: number;
  /** Time since which the oldest record has been waiting; for expiries and ends, the time of the first expiry or end */
  oldest: string;
  /** The first three records */
  sample: OverviewSample[];
  /** Path of the list of these records, below the path of the organization */
  query: string;
};

/** Entitlements */
export type OverviewEntitlements = {
  /** Number of entitlements by state, for states that have any */
  byStatus: Record<string, number>;
  /** Annualized contract value of active entitlements, by currency */
  annualized: OverviewSum[];
  /** Commits of the current terms of active entitlements, by currency. Each term is split over calendar years by its days. Terms without an end or a commit are not included. */
  contractValue: ContractValue[];
};

/** Offers */
export type OverviewOffers = {
  /** Number of offers by state, for states that have any */
  byStatus: Record<string, number>;
  /** Offers pending acceptance, by currency; the amount is rate times quantity of their commits */
  open: OverviewSum[];
};

/** An affected record */
export type OverviewSample = {
  /** Identifier */
  id: string;
  /** Name; empty if unset */
  name: string;
};

/** A step of the onboarding checklist */
export type OverviewStep = {
  /** The step */
  step: 'integration' | 'product' | 'offer' | 'entitlement' | 'notification' | 'crm';
  /** Whether the step is complete */
  done: boolean;
  /** Whether a member has skipped the step (onboardingInfo) */
  skipped: boolean;
};

/** A total in one currency */
export type OverviewSum = {
  /** ISO 4217 code; amounts of different currencies are never added */
  currency: string;
  /** Number of records in this currency */
  count: number;
  /** Total amount */
  amount: number;
};

/** A marketplace, CRM, billing, metering or payment system; any letter case is accepted. */
export type Partner = 'MKA' | 'MKA_CHINA' | 'MKB' | 'MKC' | 'MKD' | 'MKE' | 'MKF' | 'CRMA' | 'CRMB' | 'CRMC' | 'BILLA' | 'BILLB' | 'METERA' | 'METERB' | 'PAYA' | 'PAYB' | 'VENDORM' | 'ANTHROPIC' | 'DATABRICKS' | 'DOCUSIGN' | 'GOOGLE' | 'INTUIT' | 'MARKETO' | 'OPENAI' | 'REDHAT' | 'SLACK' | 'ZOHO';

/** Usage metering for one partner. */
export type PartnerUsageMeteringConfig = {
  /** Dimension by reported name; older format. */
  dimensionMapping?: Record<string, UsageMeteringDimensionMappingValue | null>;
  /** Dimensions by reported name. */
  dimensionMappingV2?: Record<string, UsageMeteringDimensionMappingValue[] | null>;
  /** Whether usage is counted by billable metrics. */
  enableBillableDimension?: boolean;
  /** Whether usage above a commit costs the list price. */
  enableCommitWithAdditionalUsageAtListPrice?: boolean;
  /** Whether only usage above a commit is metered. */
  enableCommitWithAdditionalUsageMetering?: boolean;
  /** Whether dimensions are mapped. */
  enableDimensionMapping?: boolean;
  /** Whether hours without usage are reported as zero, for each dimension of an active entitlement (marketplace A only). Usage of such an hour that arrives later is reported for the next free hour. */
  enableZeroUsage?: boolean;
  /** The partner. */
  partner?: Partner;
};

/** A passkey of a user. */
export type Passkey = {
  /** Identifier. */
  id?: string;
  /** Name given by the user. */
  name?: string;
  /** Time of registration. */
  creationTime?: string;
  /** Time of the last sign-in with the passkey. */
  lastUsedAt?: string;
};

/** A challenge for a new passkey. */
export type PasskeyEnrolment = {
  /** Options for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
  options: Record<string, unknown>;
  /** State to be sent back once, within five minutes. */
  state: string;
};

/** The current password, which confirms a sensitive change. */
export type PasswordAgain = {
  /** Current password of the user. */
  currentPassword: string;
};

/** A new password, with the token from the mail. */
export type PasswordReset = {
  /** Token from the link in the mail. */
  token: string;
  /** Password: 12 to 200 characters, not the e-mail address. */
  password: string;
};

/** Request for a mail to reset the password. */
export type PasswordResetRequest = {
  /** E-mail address. */
  email: string;
};

/** Effect of a transaction on the balance at payment provider A. */
export type PayABalanceTransaction = {
  /** Amount in the smallest currency unit. */
  amount?: number;
  /** When the net amount becomes available, in seconds since 1970. */
  available_on?: number;
  /** Charge id at the provider. */
  chargeId?: string;
  /** Creation time, in seconds since 1970. */
  created?: number;
  /** Description. */
  description?: string;
  /** Exchange rate, if currencies were converted. */
  exchange_rate?: number;
  /** Fee in the smallest currency unit. */
  fee?: number;
  /** Components of the fee. */
  fee_details?: PayABalanceTransactionFeeDetail[];
  /** Id at the provider. */
  id?: string;
  /** Amount less fee, in the smallest currency unit. */
  net?: number;
  /** Status at the provider. */
  status?: string;
  /** Kind of transaction at the provider. */
  type?: string;
};

/** A component of a fee. */
export type PayABalanceTransactionFeeDetail = {
  /** Amount in the smallest currency unit. */
  amount?: number;
  /** Application that receives the fee. */
  application?: string;
  /** Description. */
  description?: string;
  /** Kind of fee. */
  type?: string;
};

/** A buyer’s record at payment provider A. */
export type PayACustomer = {
  /** Postal address. */
  address?: PayACustomerAddress;
  /** Note on the customer. */
  description?: string;
  /** E-mail address. */
  email?: string;
  /** Identifier at the provider. */
  id?: string;
  /** The seller’s own data. */
  metadata?: Record<string, string | null>;
  /** Name of the customer. */
  name?: string;
  /** Telephone number. */
  phone?: string;
};

/** An address at payment provider A. */
export type PayACustomerAddress = {
  /** Town. */
  city?: string;
  /** Country. */
  country?: string;
  /** Street and number. */
  line1?: string;
  /** Further line of the address. */
  line2?: string;
  /** Postal code. */
  postal_code?: string;
  /** State or province. */
  state?: string;
};

/** A dispute by the buyer about a charge at payment provider A. */
export type PayADispute = {
  /** Amount in the smallest currency unit. */
  amount?: number;
  /** Charge id at the provider. */
  chargeId?: string;
  /** Creation time, in seconds since 1970. */
  created?: number;
  /** Id at the provider. */
  id?: string;
  /** Whether the charge can still be refunded. */
  is_charge_refundable?: boolean;
  /** False in the provider’s test mode. */
  livemode?: boolean;
  /** Payment intent id at the provider. */
  paymentIntentId?: string;
  /** Reason for the dispute. */
  reason?: string;
  /** Status at the provider. */
  status?: string;
};

/** Error of payment provider A. */
export type PayAError = {
  /** Code. */
  code?: string;
  /** Message. */
  message?: string;
  /** Parameter that caused the error. */
  param?: string;
  /** HTTP status of the response. */
  status?: number;
  /** Kind of error. */
  type?: string;
};

/** A charge as stored at payment provider A. */
export type PayAPaymentIntent = {
  /** Id at the provider. */
  id?: string;
  /** Error of the latest attempt. */
  last_payment_error?: PayAError;
  /** False in the provider’s test mode. */
  livemode?: boolean;
  /** Status at the provider. */
  status?: string;
};

/** A payment method as stored at payment provider A. */
export type PayAPaymentMethod = {
  /** Details for BACS debits. */
  bacs_debit?: PayAPaymentMethodBACSDebit;
  /** Details for a card. */
  card?: PayAPaymentMethodCard;
  /** Creation time at the provider, in seconds since 1970. */
  created?: number;
  /** Id at the provider. */
  id?: string;
  /** False in the provider’s test mode. */
  livemode?: boolean;
  /** Kind of record at the provider. */
  object?: string;
  /** Details for SEPA debits. */
  sepa_debit?: PayAPaymentMethodSEPADebit;
  /** Details for ACH debits. */
  us_bank_account?: PayAPaymentMethodUSBankAccount;
};

/** An account for BACS debits. */
export type PayAPaymentMethodBACSDebit = {
  /** Identifies the account; equal in all records of the same account or card. */
  fingerprint?: string;
  /** Last four digits of the account. */
  last4?: string;
  /** Sort code of the bank. */
  sort_code?: string;
};

/** A card. */
export type PayAPaymentMethodCard = {
  /** Brand. */
  brand?: string;
  /** Country of the bank. */
  country?: string;
  /** Brand to display. */
  display_brand?: string;
  /** Expiry month, 1 to 12. */
  exp_month?: number;
  /** Expiry year, four digits. */
  exp_year?: number;
  /** Identifies the card; equal in all records of the same account or card. */
  fingerprint?: string;
  /** Funding of the card. */
  funding?: string;
  /** Last four digits. */
  last4?: string;
};

/** An account for SEPA debits. */
export type PayAPaymentMethodSEPADebit = {
  /** Code of the bank. */
  bank_code?: string;
  /** Code of the branch. */
  branch_code?: string;
  /** Country of the bank. */
  country?: string;
  /** Identifies the account; equal in all records of the same account or card. */
  fingerprint?: string;
  /** Last characters of the account. */
  last4?: string;
};

/** An account for ACH debits. */
export type PayAPaymentMethodUSBankAccount = {
  /** Kind of account holder. */
  account_holder_type?: string;
  /** Kind of account. */
  account_type?: string;
  /** Name of the bank. */
  bank_name?: string;
  /** Identifies the account; equal in all records of the same account or card. */
  fingerprint?: string;
  /** Last four digits. */
  last4?: string;
  /** Routing number of the bank. */
  routing_number?: string;
};

/** A product in payment provider A’s own format. */
export type PayAProduct = Record<string, unknown>;

/** A refund as stored at payment provider A. */
export type PayARefund = {
  /** Charge id at the provider. */
  chargeId?: string;
  /** Destination of the refund. */
  estinationDetails?: PayARefundDestinationDetails;
  /** Balance transaction of the failed refund. */
  failureBalanceTransactionId?: string;
  /** Reason for the failure. */
  failureReason?: string;
  /** Id at the provider. */
  id?: string;
  /** Payment intent id at the provider. */
  paymentIntentId?: string;
  /** Status at the provider. */
  status?: string;
};

/** Destination of a refund. */
export type PayARefundDestinationDetails = {
  /** Details for a card. */
  card?: PayARefundDestinationDetailsCard;
  /** Kind of destination. */
  type?: string;
  /** Details for a bank account. */
  us_bank_transfer?: PayARefundDestinationDetailsUSBankTransfer;
};

/** Details of a refund to a card. */
export type PayARefundDestinationDetailsCard = {
  /** Bank reference. */
  reference?: string;
  /** Status of the reference. */
  reference_status?: string;
  /** Kind of reference. */
  reference_type?: string;
  /** Way in which the money is returned. */
  type?: string;
};

/** Details of a refund to a bank account. */
export type PayARefundDestinationDetailsUSBankTransfer = {
  /** Bank reference. */
  reference?: string;
  /** Status of the reference. */
  reference_status?: string;
};

/** A buyer’s record at payment provider B. */
export type PayBBuyer = {
  /** Settings of the buyer at the provider. */
  settings?: Record<string, unknown>;
  /** Identifier at the provider. */
  shopperId?: string;
};

/** Payment settings of a buyer for direct sales. */
export type PaymentConfig = {
  /** Types of wallets that the buyer may use. */
  allowedWalletTypes?: string[];
  /** Currency of payments. */
  currency?: string;
  /** Wallet that is charged, except for currencies with a separate default wallet. */
  defaultWalletId?: string;
  /** Wallets that are charged, by the currency of the invoice. */
  defaultWalletIds?: Record<string, string | null>;
};

/** A payment of a schedule. */
export type PaymentInstallment = {
  /** Amount to pay. */
  amount?: number;
  /** Date of the charge; a date without a time means 00:00 UTC on that day. */
  chargeOn?: string;
  /** Date of the charge in the marketplace’s format. */
  chargeOnStr?: string;
  /** Credit that the payment grants. */
  credit?: number;
  /** Discount in percent off `originalAmount`, already included in `amount`; 0 to 100, except in drafts. */
  discountPercentage?: number;
  /** Amount before the discount. */
  originalAmount?: number;
  /** Discounts on usage from this payment on, by metric; marketplace C, paid in advance. */
  skuDiscounts?: SkuDiscount[];
};

/** A permission of a role. */
export type Permission = 'organization:read' | 'organization:write' | 'onboarding:write' | 'members:read' | 'members:write' | 'clients:read' | 'clients:write' | 'integrations:read' | 'integrations:write' | 'audit:read' | 'notifications:read' | 'notifications:write' | 'webhooks:read' | 'webhooks:write' | 'operations:read' | 'operations:write' | 'products:read' | 'products:write' | 'buyers:read' | 'buyers:write' | 'knowledge:answer' | 'knowledge:read' | 'knowledge:write' | 'files:read' | 'files:write' | 'offers:read' | 'offers:write' | 'offers:approve' | 'entitlements:read' | 'entitlements:write' | 'metering:read' | 'metering:write' | 'billing:read' | 'billing:write' | 'revenue:read' | 'reports:read' | 'sandbox:write' | 'support:read' | 'support:write' | 'channelPartners:read' | 'channelPartners:write' | 'deals:read' | 'deals:write' | 'deals:approve';

/** Agreement, as shown to the channel partner’s people. */
export type PortalAgreement = {
  /** Countries of sale; all countries when empty. */
  countries?: string[];
  /** Day on which the agreement has ended; null for an open end. */
  endDate?: string | null;
  /** Identifier. */
  id?: string;
  /** Name. */
  name?: string;
  /** Products that may be sold; all products when empty. */
  productIds?: string[];
  /** Share of the channel partner. From 0 to 100, with four decimals at most. */
  share?: number;
  /** First day of the agreement. */
  startDate?: string;
};

/** Channel partner, as shown to its own people. */
export type PortalChannelPartner = {
  /** Accounts at marketplaces. */
  accounts?: MarketplaceAccount[];
  /** Domains. */
  domains?: string[];
  /** Identifier. */
  id?: string;
  /** Name. */
  name?: string;
  /** Days for which an approved deal registration protects a customer. */
  protectionDays?: number;
  /** Share of its sales, unless an agreement has another share. From 0 to 100, with four decimals at most. */
  share?: number;
  /** Status. */
  status?: string;
  /** Name of the tier. */
  tier?: string;
  type?: ChannelPartnerType;
};

/** Deal registration, as shown to the channel partner’s people. */
export type PortalDealRegistration = {
  /** Expected amount; not negative, with the decimals of the currency, which is then required. */
  amount?: number;
  /** Message of the command that ended the registration. */
  closeMessage?: string;
  /** When the registration ended. */
  closeTime?: string;
  /** When the registration was created. */
  creationTime?: string;
  /** Currency of the amount. */
  currency?: string;
  /** The customer. */
  customer?: DealCustomer;
  /** Message of the decision. */
  decisionMessage?: string;
  /** When the decision was made. */
  decisionTime?: string;
  /** Day on which the deal is expected to be won. */
  expectedCloseDate?: string;
  /** Whether there were conflicts at the last submission. */
  hasConflict?: boolean;
  /** Identifier. */
  id?: string;
  /** When the registration last changed. */
  lastUpdateTime?: string;
  /** Name. */
  name?: string;
  /** Notes, visible to the seller. */
  notes?: string;
  /** Products that the customer may buy; a submission requires at least one. */
  productIds?: string[];
  /** The products for which the customer is protected. */
  protectedProductIds?: string[];
  /** End of the protection. */
  protectionEndTime?: string;
  /** Status. */
  status?: DealRegistrationStatus;
  /** When the registration was last submitted. */
  submissionTime?: string;
};

/** Offer, as shown to the people of the channel partner to which the offer is attributed. */
export type PortalOffer = {
  /** When the offer was accepted. */
  acceptTime?: string;
  /** Amount that the buyer committed to; absent until the offer is accepted. */
  amount?: number;
  basis?: AttributionBasis;
  /** When the offer was attributed to the channel partner. */
  creationTime?: string;
  /** Currency of the amounts. */
  currency?: string;
  /** When the offer expires. */
  expireTime?: string;
  /** Identifier. */
  id?: string;
  kind?: AttributionKind;
  /** When the attribution last changed. */
  lastUpdateTime?: string;
  /** Name. */
  name?: string;
  /** Name of the product. */
  productName?: string;
  /** Share of the channel partner. From 0 to 100, with four decimals at most. */
  share?: number;
  /** The share of the amount, exact; 0 for resold offers. */
  shareAmount?: number;
  /** Status of the offer. */
  status?: string;
};

/** One price for every unit. */
export type PriceModelBasic = {
  /** Price of a unit. */
  unitAmount?: number;
};

/** A price for packages of units; a started package counts in full. */
export type PriceModelBulk = {
  /** Price of a package. */
  bulkAmount?: number;
  /** Units in a package; at least 1. */
  bulkSize?: number;
};

/** Prices that depend on properties of the usage. */
export type PriceModelMatrix = {
  /** Price of a unit that matches no group. */
  defaultUnitAmount?: number;
  /** Groups and their prices. If several groups match, the group with the most properties applies. */
  matrix?: PriceModelMatrixConfigGroup[];
};

/** The price of usage with some properties. */
export type PriceModelMatrixConfigGroup = {
  /** Properties that usage must have, all of them. */
  properties?: PriceModelMatrixProperty[];
  /** Price of a unit. */
  unitAmount?: number;
};

/** A property that usage must have. */
export type PriceModelMatrixProperty = {
  /** Name of the property. */
  name?: string;
  /** Value that selects the price. */
  value?: string;
};

/** A percentage of the reported amount. */
export type PriceModelPercentage = {
  /** Fee that is added once if any usage was reported. */
  flatFee?: number;
  /** Percentage in basis points: 250 is 2.5 %. */
  percentageRate?: number;
};

/** Each unit has the price of its tier. */
export type PriceModelTiered = {
  /** Tiers in ascending order. */
  tiers?: PriceModelTieredConfig[];
};

/** One tier, charged for the units that fall in it. */
export type PriceModelTieredConfig = {
  /** Start of the tier: 0 for the first tier, otherwise the end of the previous tier. */
  firstUnit?: number;
  /** Fee of the tier, once it is reached. */
  flatFee?: number;
  /** End of the tier, exclusive; absent or null for the last tier only. */
  lastUnit?: number;
  /** Price of a unit in the tier. */
  unitAmount?: number;
};

/** A percentage of the reported amount that depends on the tier. */
export type PriceModelTieredPercentage = {
  /** Tiers in ascending order. */
  tiers?: PriceModelTieredPercentageConfig[];
};

/** A tier of percentages. */
export type PriceModelTieredPercentageConfig = {
  /** Amount at which the tier begins: 0 for the first tier, otherwise the end of the previous tier. */
  firstUnit?: number;
  /** Fee of the tier, once it is reached. */
  flatFee?: number;
  /** Amount at which the tier ends; absent or null for the last tier only. */
  lastUnit?: number;
  /** Percentage in basis points: 250 is 2.5 %. */
  percentageRate?: number;
};

/** All units have the price of the bracket that contains their total. */
export type PriceModelVolume = {
  /** Brackets in ascending order. */
  tiers?: PriceModelVolumeConfig[];
};

/** One bracket, charged for all units. */
export type PriceModelVolumeConfig = {
  /** Fee of the bracket. */
  flatFee?: number;
  /** Largest total in the bracket; absent or null for the last bracket only. */
  maximumUnits?: number;
  /** Price of every unit. */
  unitAmount?: number;
};

/** Settings of private offers. */
export type PrivateOfferConfigInfo = Record<string, unknown>;

/** An error: the members of RFC 9457, an error code and the invalid fields */
export type Problem = {
  /** URL of the page about this error code */
  type: string;
  /** Meaning of the error code */
  title: string;
  /** HTTP status */
  status: number;
  /** Explanation of this occurrence of the error */
  detail: string;
  /** Path of the request */
  instance: string;
  /** Error code, from a closed list */
  code: string;
  /** Id of the request, as in X-Correlation-Id and in the log */
  requestId: string;
  /** Invalid fields */
  errors?: {
    /** JSON pointer of the invalid field, or name of the parameter */
    pointer: string;
    /** What is wrong with the value */
    message: string;
  }[];
};

/** Import of the products of one marketplace. */
export type ProductImport = {
  /** The marketplace, MKA to MKF. */
  partner?: Partner;
};

/** A started import. */
export type ProductImportReceipt = {
  /** Identifier of the operation that reads the marketplace. */
  operationID?: string;
  /** The marketplace. */
  partner?: Partner;
};

/** Prices, terms and listing of a product. */
export type ProductInfo = {
  /** Seller’s own attributes. */
  attributes?: Record<string, unknown>;
  /** Flat fees at list price. */
  commits?: CommitDimension[];
  /** Currency of the prices. */
  currency?: string;
  /** Metered dimensions at list price. */
  dimensions?: MeteringDimension[];
  /** Kind of license agreement. */
  eulaType?: 'SCMP' | 'ECMP' | 'RCMP' | 'CUSTOM' | 'ISV' | 'CURRENT' | (string & {});
  /** Address of the license agreement. */
  eulaUrl?: string;
  /** Listing of a machine image on marketplace A. */
  mkAAmiProduct?: MkAProduct;
  /** Listing of a container on marketplace A. */
  mkAContainerProduct?: MkAProduct;
  /** Listing of a model on marketplace A. */
  mkAMachineLearningProduct?: MkAProduct;
  /** Listing of professional services on marketplace A. */
  mkAProfessionalServicesProduct?: MkAProduct;
  /** Listing of hosted software on marketplace A. */
  mkASaasProduct?: MkAProduct;
  /** Subscriptions to notifications of marketplace A. */
  mkASnsSubscriptions?: MkASnsSubscription[];
  /** Listing on marketplace B, older format. */
  mkBProduct?: MkBProduct;
  /** Configuration on marketplace B. */
  mkBProductResource?: MkBProductResource;
  /** Listing on marketplace C. */
  mkCProduct?: MkCProduct;
  /** Listing on marketplace D. */
  mkDProduct?: MkDProduct;
  /** Listing on marketplace F. */
  mkFProduct?: MkFProduct;
  /** Product of payment provider A. */
  payAProduct?: PayAProduct;
  /** Conditions for cancellations and refunds. */
  refundCancellationPolicy?: string;
  /** Notes of the seller, hidden from buyers. */
  sellerNotes?: string;
};

/** Status of a product. */
export type ProductStatus = 'DRAFT' | 'PENDING_CREATE' | 'CREATE_FAILED' | 'CREATED' | 'PENDING_PUBLISH' | 'PUBLISH_FAILED' | 'PUBLIC' | 'RESTRICTED' | 'UNAVAILABLE' | 'DELETED';

/** Recovery codes, shown once. */
export type RecoveryCodes = {
  /** Recovery codes; each is valid for one sign-in. */
  recoveryCodes: string[];
};

/** Refund to the buyer of a marketplace. */
export type RefundEntitlementParams = {
  /** Amount to refund, in the currency of the entitlement; more than 0. Required. */
  amount?: number;
  /** Explanation for the marketplace. */
  description?: string;
  /** Marketplace invoice, by its id in revenue records. Required. */
  invoiceID?: string;
  reasonCode?: RefundReasonCode;
};

/** Reason for the refund. Default: OTHER. */
export type RefundReasonCode = 'ALTERNATIVE_PROCUREMENT_CHANNEL' | 'BUYER_DISSATISFACTION' | 'INCORRECT_METERING' | 'INCORRECT_TERMS_ACCEPTED' | 'OTHER' | 'TEST_ENVIRONMENT_CHARGES' | 'UNINTENDED_RENEWAL';

/** A new passkey. */
export type RegisteredPasskey = {
  passkey: Passkey;
  /** Ten recovery codes, shown once; absent if the user already had a second factor. */
  recoveryCodes?: string[];
};

/** Reason for the rejection of a purchase. */
export type RejectEntitlementParams = {
  /** Explanation for the buyer, if the marketplace shows it. */
  reason?: string;
};

/** Events to replay. */
export type ReplayWebhookParams = {
  /** Events from this time on; required. */
  from?: string;
  /** Events before this time; defaults to now. */
  to?: string;
  /** Only events that the endpoint has not accepted. */
  onlyMissing?: boolean;
};

/** Amounts sold, billed and paid out for an entitlement, a day and a currency. */
export type RevenueRecord = {
  /** Price for the buyer, without tax, after refunds and corrections. */
  amount?: number;
  /** The buyer. */
  buyerID?: string;
  /** Amount after the marketplace’s fee. */
  collectableAmount?: number;
  /** Currency of all amounts. */
  currency?: string;
  /** The day: midnight, UTC. */
  date?: string;
  /** Amount paid out to the seller, with tax if the seller collects it. */
  disburseAmount?: number;
  /** Day of the last payout: midnight, UTC. */
  disburseDate?: string;
  /** The entitlement. */
  entitlementID?: string;
  /** The record. */
  id?: string;
  /** Further facts. */
  info?: RevenueRecordInfo;
  /** Amount invoiced, without tax, before refunds. */
  invoiceAmount?: number;
  /** Day of the last invoice: midnight, UTC. */
  invoiceDate?: string;
  /** The organization. */
  organizationID?: string;
  /** The marketplace. */
  partner?: Partner;
  /** Day on which the payment is due: midnight, UTC. */
  paymentDueDate?: string;
  /** The product. */
  productID?: string;
  /** Amount deducted from the seller for refunds; not negative. */
  refundDisburseAmount?: number;
  /** Day of the refund: midnight, UTC. */
  refundDisburseDate?: string;
  /** Amount refunded to the buyer; not negative. */
  refundInvoiceAmount?: number;
  /** Day of the refund: midnight, UTC. */
  refundInvoiceDate?: string;
  /** Tax. */
  taxAmount?: number;
};

/** A line of a marketplace’s revenue feed, as reported. Unmatched lines have no entitlement. */
export type RevenueRecordDetail = {
  /** The line; marketplace A. */
  mkARevenueRecordDetail?: BillingMkABillingEvent;
  /** The line; marketplace B. */
  mkBRevenueRecordDetail?: BillingMkBCmaRevenue;
  /** The line; marketplace C. */
  mkCRevenueRecordDetail?: BillingMkCChargeUsage;
};

/** Further facts about revenue. */
export type RevenueRecordInfo = {
  /** Reference of the bank transfer. */
  bankTraceId?: string;
  /** The product. */
  billingModel?: string;
  /** The seller. */
  channel?: string;
  /** Credit that was used. */
  creditAmount?: number;
  /** The event of the payout; marketplace A. */
  disbursementBillingEventId?: string;
  /** Whether the organization was notified of the payout. */
  disbursementNotificationSent?: boolean;
  /** The earning; marketplace B. */
  earningId?: string;
  /** The source of the id. */
  idSource?: string;
  /** The invoice of the marketplace. */
  invoiceId?: string;
  /** Lines of the record, as the marketplace reports them. */
  mkARevenueRecords?: BillingMkABillingEvent[];
  /** Lines of the record, as the marketplace reports them. */
  mkBRevenueRecords?: BillingMkBCmaRevenue[];
  /** Lines of the record, as the marketplace reports them. */
  mkCRevenueRecords?: BillingMkCChargeUsage[];
  /** The payout. */
  paymentId?: string;
  /** The reseller. */
  resellerId?: string;
  /** Its name. */
  resellerName?: string;
  /** Name of the product at the marketplace; marketplace C. */
  resource?: string;
};

/** An amount by day or month. */
export type RevenueReport = {
  /** Only this buyer. */
  buyerID?: string;
  /** Only this entitlement. */
  entitlementID?: string;
  /** Period of each record. */
  groupBy?: GroupByInterval;
  /** The organization. */
  organizationID?: string;
  /** The marketplace. */
  partner?: Partner;
  /** Only this product. */
  productID?: string;
  /** Creation time. */
  reportDate?: string;
  /** The amount. */
  reportType?: RevenueReportType;
  /** A record for each currency and each day or month with an amount. */
  revenueRecords?: RevenueRecord[];
  /** The marketplace. */
  service?: string;
};

/** The marketplace. */
export type RevenueReportService = 'MARKETPLACE';

/** The reported amount. */
export type RevenueReportType = 'GrossAmount' | 'InvoicedAmount' | 'CollectableAmount' | 'DisbursedAmount';

/** A note with a rejection or a required action. */
export type ReviewNote = {
  /** Reason, or the required action; 1 to 1000 characters. */
  message: string;
};

/** Rotation of a secret. */
export type RotateSecretParams = {
  /** Hours for which the old secret and its tokens stay valid; 0 revokes them immediately. */
  overlapHours?: number;
};

/** Parameters for rotating a secret. */
export type RotateWebhookSecretParams = {
  /** Hours for which deliveries are also signed with the old secret; 0 expires the old secret immediately. */
  overlapHours?: number;
};

/** Settings of single sign-on. */
export type SSOConfigInfo = Record<string, unknown>;

/** Acceptance of an offer by the sandbox’s buyer. */
export type SandboxAcceptance = {
  /** Whether the sale is approved automatically if the marketplace requires the seller’s approval. */
  approve?: boolean;
  /** Country of the buyer, ISO 3166-1 alpha-2. */
  countryCode?: string;
  /** The buyer’s account at the marketplace; by default the offer’s first account, or an account derived from the name. */
  buyerAccountId?: string;
  /** Name of the buyer. */
  buyerName?: string;
  /** Quantity for each commit whose quantity the buyer chooses, by the commit’s key. */
  buyerCommitQuantities?: Record<string, number>;
};

/** A vendor’s authorization to resell, with prices. */
export type SandboxAuthorization = {
  /** Flat fees. */
  commits?: CommitDimension[];
  /** Currency of the prices. */
  currency?: string;
  /** Metered dimensions. */
  dimensions?: MeteringDimension[];
  /** Deadline for creating offers from the authorization. */
  expireTime?: string;
  /** Length of agreements, as an ISO 8601 duration. */
  mkAAgreementDuration?: string;
  /** Name of the authorization. */
  name?: string;
  /** The marketplace’s id of the vendor’s product. */
  productId?: string;
  /** Name of that product. */
  productName?: string;
  /** Account of the vendor. */
  vendorAccountId?: string;
  /** Name of the vendor. */
  vendorName?: string;
};

/** The result of an authorization at the sandbox marketplace. */
export type SandboxAuthorizationReceipt = {
  /** The marketplace’s id: the externalID of the resulting offer of type CPPO_IN. */
  externalID?: string;
  /** The marketplace. */
  partner?: Partner;
};

/** The time of a TEST organization. */
export type SandboxClock = {
  /** The organization’s time, used for its records, terms and schedules. */
  time?: string;
  /** The time of the service, used for tokens and retries. */
  systemTime?: string;
  /** Target of the advance in progress; absent otherwise. */
  advancingTo?: string;
  /** The operation that advances the clock. */
  operationId?: string;
};

/** Target of the clock, at most ten years ahead. Exactly one field is required. */
export type SandboxClockAdvance = {
  /** An ISO 8601 duration such as P30D or P1Y6M. */
  advance?: string;
  /** A time not before the organization’s current time. */
  to?: string;
};

/** A triggered event. */
export type SandboxEvent = {
  /** Id of the nonexistent record. */
  entityID?: string;
  /** Kind of the record. */
  entityType?: string;
  /** Id of the event. */
  eventID?: string;
  /** Notification scope. */
  scope?: string;
};

/** An event to trigger. */
export type SandboxEventParams = {
  /** Notification scope, such as ACCEPT.OFFER; required. */
  scope?: string;
};

/** A fault injected at the sandbox’s marketplaces. */
export type SandboxFault = {
  /** The marketplace; by default all marketplaces. */
  partner?: Partner;
  /** Kind of fault; required. */
  kind?: SandboxFaultKind;
  /** Number of occurrences. */
  count?: number;
  /** FAIL_CREATE, REJECT_USAGE: the marketplace’s error code. */
  cause?: string;
  /** FAIL_CREATE, REJECT_USAGE: whether the error is permanent, so that a retry is pointless. */
  permanent?: boolean;
  /** DELAY_NOTIFICATION, REORDER_NOTIFICATION and SLOW: the delay, as an ISO 8601 duration. */
  delay?: string;
  /** Identifier. */
  id?: string;
  /** Number of remaining occurrences. */
  remaining?: number;
  /** Creation time. */
  creationTime?: string;
};

/** Kind of fault. */
export type SandboxFaultKind = 'FAIL_CREATE' | 'LOSE_ANSWER' | 'RATE_LIMIT' | 'LOSE_CALL' | 'SLOW' | 'REJECT_USAGE' | 'SKIP_USAGE' | 'REFUND_REVENUE' | 'CORRECT_REVENUE' | 'DUPLICATE_REVENUE' | 'UNKNOWN_REVENUE' | 'ORDER_ID_REVENUE' | 'LOSE_NOTIFICATION' | 'DELAY_NOTIFICATION' | 'REORDER_NOTIFICATION' | 'DUPLICATE_NOTIFICATION';

/** A fault to inject. */
export type SandboxFaultParams = {
  /** The marketplace; by default all marketplaces. */
  partner?: Partner;
  /** Kind of fault; required. */
  kind?: SandboxFaultKind;
  /** Number of occurrences. */
  count?: number;
  /** FAIL_CREATE, REJECT_USAGE: the marketplace’s error code. */
  cause?: string;
  /** FAIL_CREATE, REJECT_USAGE: whether the error is permanent, so that a retry is pointless. */
  permanent?: boolean;
  /** DELAY_NOTIFICATION, REORDER_NOTIFICATION and SLOW: the delay, as an ISO 8601 duration. */
  delay?: string;
};

/** An order of a product at its public offer. */
export type SandboxOrder = {
  /** The marketplace. */
  partner?: Partner;
  /** The product. */
  productId?: string;
  /** The public offer. */
  offerId?: string;
  /** The plan. If the plan is the key of a commit of the public offer or of the product, the commit determines the price, unless an amount is given. */
  planId?: string;
  /** Number of units; the price of the public offer is for one unit or seat. */
  quantity?: number;
  /** Total that the buyer commits to pay, instead of the offer’s price. */
  amount?: number;
  /** Currency of the amount. */
  currency?: string;
  /** End of the purchase; by default as in the offer or the plan, else open-ended. A date without a time means its midnight in UTC, which excludes that day. */
  endTime?: string;
  /** Whether the marketplace renews the purchase at its end; by default as in the offer. */
  autoRenew?: boolean;
  /** The buyer’s account at the marketplace. */
  buyerAccountId?: string;
  /** Name of the buyer. */
  buyerName?: string;
  /** Whether the sale is approved automatically if the marketplace requires the seller’s approval. */
  approve?: boolean;
};

/** The result of an order at the sandbox marketplace. */
export type SandboxOrderReceipt = {
  /** The marketplace’s id of the order: the externalID of the resulting entitlement. */
  externalID?: string;
  /** URL with a token, to which the marketplace redirects the buyer after the purchase; absent on marketplaces without a redirect. */
  landingURL?: string;
  /** The marketplace. */
  partner?: Partner;
};

/** A simulated payment method. */
export type SandboxPaymentMethodParams = {
  /** Number of calls whose response is lost after they took effect. */
  lostAnswers?: number;
  /** Number of calls that are lost before they take effect. */
  lostCalls?: number;
  /** Outcome of charges; SUCCEED by default. */
  outcome?: SandboxPaymentOutcome;
  /** Type; a card by default. */
  type?: SandboxPaymentMethodType;
};

/** Type of the payment method. */
export type SandboxPaymentMethodType = 'card' | 'ach_debit' | 'sepa_debit' | 'bacs_debit';

/** Outcome of charges. */
export type SandboxPaymentOutcome = 'SUCCEED' | 'DECLINE' | 'HANG' | 'DISPUTE';

/** A change of plan. Without new prices, the current prices continue to apply. */
export type SandboxPlanChange = {
  /** False: the change is a request that the seller answers, as in PROD. Marketplaces B and C only; the others change at once. */
  approve?: boolean;
  /** The plan; required. */
  planId?: string;
  /** The flat fees of the plan; not together with an amount. */
  commits?: CommitDimension[];
  /** Price of the plan for the whole term. */
  amount?: number;
};

/** New list prices at the sandbox marketplace; an absent list is unchanged. */
export type SandboxProductChange = {
  /** All flat fees. */
  commits?: CommitDimension[];
  /** All metered dimensions. */
  dimensions?: MeteringDimension[];
};

/** A change of quantity. */
export type SandboxQuantityChange = {
  /** False: the change is a request that the seller answers, as in PROD. Marketplaces B and C only; the others change at once. */
  approve?: boolean;
  /** Number of units; required. */
  quantity?: number;
};

/** A renewal by the buyer. */
export type SandboxRenewal = {
  /** End of the new term; by default, the new term is as long as the last term. */
  endTime?: string;
};

/** Resale of an offer by the sandbox’s partner. */
export type SandboxResale = {
  /** Accounts of the buyers that receive the partner’s offer. */
  buyerAccountIds?: string[];
  /** Deadline for acceptance; defaults to the authorization’s deadline and must not be later. */
  expireTime?: string;
  /** The partner’s markup in percent of the price; marketplace A only. */
  markupPercentage?: number;
  /** Name of the partner’s offer; defaults to the name of the authorization. */
  name?: string;
};

/** An item of the sandbox marketplace’s revenue feed: a line of a sale or a payout, or billed usage. */
export type SandboxRevenue = {
  /** Time when the item appeared in the feed. */
  creationTime?: string;
  /** Position in the feed. */
  id?: string;
  /** The line, with the marketplace’s own record. */
  line?: Record<string, unknown>;
  /** The marketplace. */
  partner?: Partner;
  /** The billed usage of a dimension on one day. */
  usage?: Record<string, unknown>;
};

/** The bank’s decision on a charge. */
export type SandboxSettlement = 'SUCCEED' | 'DECLINE' | 'DISPUTE';

/** The bank’s decision on a charge. */
export type SandboxSettlementParams = {
  /** Outcome; SUCCEED by default. */
  outcome?: SandboxSettlement;
};

/** A pending event that falls due by the organization’s clock. */
export type SandboxUpcoming = {
  /** Due time. */
  at?: string;
  /** Kind of event. */
  kind?: 'ADDON_CHARGED' | 'DEAL_PROTECTION_ENDS' | 'ENTITLEMENT_CANCELLATION' | 'ENTITLEMENT_ENDS' | 'ENTITLEMENT_PRICE_CHANGES' | 'ENTITLEMENT_RENEWS' | 'ENTITLEMENT_STARTS' | 'INVOICE_DRAFTED' | 'INVOICE_ISSUED' | 'OFFER_EXPIRES' | 'OFFER_SET_EXPIRES' | 'PAYOUT' | 'TERM_BEGINS' | 'WALLET_EXPIRES' | (string & {});
  /** Kind of the record. */
  entity?: 'DEAL_REGISTRATION' | 'ENTITLEMENT' | 'INVOICE' | 'OFFER' | 'OFFER_SET' | 'PARTNER' | 'WALLET' | (string & {});
  /** The record; for a payout, the marketplace. */
  entityId?: string;
  /** Name of the record, or of its parent; null without a name. */
  name?: string | null;
};

/** Usage of one hour that the sandbox’s marketplace bills. */
export type SandboxUsage = {
  /** The marketplace’s id of the agreement: the externalID of the entitlement. */
  agreementID?: string;
  /** Time when the first usage was accepted. */
  creationTime?: string;
  /** The dimension. */
  dimension?: string;
  /** The marketplace’s id. */
  id?: string;
  /** The marketplace. */
  partner?: Partner;
  /** Billed quantity. */
  quantity?: number;
  /** The reported price, on marketplaces that accept a price. */
  amount?: number;
  /** Currency of the amount. */
  currency?: string;
  /** Reported end of the interval. */
  endTime?: string;
  /** The hour of the usage. */
  hour?: string;
  /** Reported start of the interval. If intervals must be contiguous, the start is the end of the previous interval. */
  startTime?: string;
};

/** All usage of a dimension of an agreement that the sandbox’s marketplace bills. */
export type SandboxUsageTotal = {
  /** The marketplace’s id of the agreement: the externalID of the entitlement. */
  agreementID?: string;
  /** Time when the first usage was accepted. */
  creationTime?: string;
  /** The dimension. */
  dimension?: string;
  /** The marketplace’s id. */
  id?: string;
  /** The marketplace. */
  partner?: Partner;
  /** Billed quantity. */
  quantity?: number;
  /** Time when usage was last accepted. */
  lastUpdateTime?: string;
  /** Number of hours covered. */
  lines?: number;
};

/** A saved view of a list in the console, which belongs to one member of the organization. */
export type SavedView = {
  /** Identifier of the view. */
  id?: string;
  /** The list: the path of its page in the console without the organization, such as `usage/reports`. */
  list?: string;
  /** Name of the view, 1 to 60 characters. It is unique among the member’s views of the list, ignoring case. */
  name?: string;
  /** Parameters of the list’s address: filters, `sort`, `order` and `columns`. At most 2,000 characters as a query string. */
  query?: Record<string, string>;
  /** Time of creation. */
  creationTime?: string;
  /** Time of the last change. */
  lastUpdateTime?: string;
};

/** The second factors of a user. */
export type SecondFactors = {
  /** Whether sign-in requires a code from an authenticator app. */
  totp?: boolean;
  /** Time at which the authenticator app was confirmed. */
  totpSince?: string;
  /** Number of unused recovery codes. */
  recoveryCodesLeft?: number;
  /** The passkeys, oldest first. */
  passkeys?: Passkey[];
};

/** A time series */
export type Series = {
  /** One point for each span from the first day to the last, in order */
  points: SeriesPoint[];
  /** The series of each marketplace with data, with `split` */
  parts?: SeriesPart[];
};

/** A part of a time series */
export type SeriesPart = {
  /** Marketplace; null for direct sales */
  partner: string | null;
  /** One point for each span from the first day to the last, in order */
  points: SeriesPoint[];
};

/** A span of time */
export type SeriesPoint = {
  /** First day of the span, in UTC */
  start: string;
  /** Count, or amount in the currency; 0 for a span without data */
  value: number;
};

/** A new account. */
export type SignUp = {
  /** E-mail address. */
  email: string;
  /** Name. */
  name?: string;
  /** Password: 12 to 200 characters, not the e-mail address. */
  password: string;
};

/** Sign-up of a user of the buyer with the seller, for an entitlement. */
export type SignupConnection = {
  /** Company of the user. */
  companyName?: string;
  /** Email address of the user who signed up. */
  emailAddress?: string;
  /** Name of the user who signed up. */
  name?: string;
  /** Telephone number of the user who signed up. */
  phoneNumber?: string;
  /** Contact that the signup page created or found by the email address. */
  contactID?: string;
  /** First name, if the user signed up on the signup page. */
  firstName?: string;
  /** Last name, if the user signed up on the signup page. */
  lastName?: string;
  /** Message to the seller from the form of the signup page. */
  notes?: string;
  /** Where the user signed up. */
  source?: string;
  /** Buyer of the entitlement. */
  buyerID?: string;
  /** Member or API client that reported the sign-up; the service if the source is SIGNUP_PAGE. */
  createdBy?: string;
  /** When the sign-up was reported. */
  creationTime?: string;
  /** Entitlement of the sign-up. */
  entitlementID?: string;
  /** Id of the connection. */
  id?: string;
  /** Organization of the seller. */
  organizationID?: string;
  /** Where the entitlement was sold. */
  partner?: Partner;
};

/** The user who signed up. The email address is required. */
export type SignupConnectionCreation = {
  /** Company of the user. */
  companyName?: string;
  /** Email address of the user who signed up. */
  emailAddress?: string;
  /** Name of the user who signed up. */
  name?: string;
  /** Telephone number of the user who signed up. */
  phoneNumber?: string;
};

/** A discount on the usage of one metric, identified by its id. */
export type SkuDiscount = Record<string, unknown>;

/** A nullable time. */
export type SqlNullTime = {
  /** The time, if set. */
  time?: string;
  /** Whether the time is set. */
  valid?: boolean;
};

/** A document that was uploaded, or created by the service. */
export type StoredFile = {
  /** Identifier. */
  id?: string;
  /** Organization that owns the file. */
  organizationID?: string;
  /** File name for downloads. */
  name?: string;
  /** Media type, detected from the content: PDF, DOCX, plain text or HTML. */
  contentType?: string;
  /** Size in bytes. */
  size?: number;
  /** SHA-256 of the content, in hexadecimal. */
  sha256?: string;
  /** EULA or ATTACHMENT; MERGED_EULA for files that the service creates. */
  purpose?: string;
  /** Id of the uploader. */
  createdBy?: string;
  /** Time of the upload. */
  creationTime?: string;
  /** Link to download the content without a token, valid for an hour; absent in lists. */
  url?: string;
};

/** A request of the organization to the operator of the service. */
export type SupportTicket = {
  /** Attached files, at most 20. */
  attachments?: SupportTicketAttachment[];
  /** When the ticket was closed. A closed ticket is archived 30 days later. */
  closeTime?: string;
  /** Comments, oldest first; omitted in lists. */
  comments?: SupportTicketComment[];
  /** Creation time. */
  creationTime?: string;
  /** Member or API client that opened the ticket. */
  creator?: string;
  /** Description. */
  description?: string;
  /** Due time: derived from the priority, unless the operator has set it. */
  dueTime?: string;
  /** Identifier. */
  id?: string;
  /** Subject; required. */
  name?: string;
  /** Organization that opened the ticket. */
  organizationId?: string;
  priority?: SupportTicketPriority;
  /** Status. */
  status?: string;
  taskType?: SupportTicketTaskType;
  /** Members notified of the ticket in addition to the recipients of its notification scopes. Accepts ids and e-mail addresses; responses contain ids. */
  watchers?: string[];
};

/** A file of a support ticket. */
export type SupportTicketAttachment = {
  /** When the file was attached. */
  date?: string;
  /** Identifier. */
  id?: string;
  /** Media type, detected from its first bytes. */
  mimetype?: string;
  /** Number of bytes. */
  size?: number;
  /** Unused: thumbnails are not supported. */
  thumbnail_large?: string;
  /** Unused: thumbnails are not supported. */
  thumbnail_medium?: string;
  /** Unused: thumbnails are not supported. */
  thumbnail_small?: string;
  /** File name for the download. */
  title?: string;
  /** Download link that needs no token and expires after one to two hours; omitted in lists. */
  url?: string;
};

/** A comment on a support ticket. */
export type SupportTicketComment = {
  /** Parts. Their texts are used when comment_text is empty. */
  comment?: SupportTicketCommentDetail[];
  /** The comment. */
  comment_text?: string;
  /** Author. */
  creator?: SupportTicketUser;
  /** Creation time. */
  date?: string;
  /** Identifier. */
  id?: string;
};

/** A part of a comment. */
export type SupportTicketCommentDetail = {
  /** Not stored: files are attached to the ticket. */
  attachment?: SupportTicketAttachment;
  /** Not stored. */
  frame?: SupportTicketFrame;
  /** Not stored: pictures are attached to the ticket. */
  image?: SupportTicketImage;
  /** The text of the part. */
  text?: string;
  /** Type of the part. */
  type?: string;
};

/** Embedded content of a comment; not stored. */
export type SupportTicketFrame = {
  /** Identifier. */
  id?: string;
  /** URL. */
  url?: string;
};

/** A picture in a comment; not stored. */
export type SupportTicketImage = {
  /** File name extension. */
  extension?: string;
  /** Identifier. */
  id?: string;
  /** Name. */
  name?: string;
  /** Unused: thumbnails are not supported. */
  thumbnail_large?: string;
  /** Unused: thumbnails are not supported. */
  thumbnail_medium?: string;
  /** Unused: thumbnails are not supported. */
  thumbnail_small?: string;
  /** Title. */
  title?: string;
  /** Type. */
  type?: string;
  /** URL. */
  url?: string;
};

/** Urgency of a ticket. */
export type SupportTicketPriority = 'LOW' | 'NORMAL' | 'HIGH' | 'URGENT';

/** Type of request. */
export type SupportTicketTaskType = 'Task' | 'Bug' | 'Feature Request';

/** Author of a comment. */
export type SupportTicketUser = {
  /** E-mail address, if the author is a member. */
  email?: string;
  /** Identifier of the member or API client. */
  id?: string;
  /** Whether the author is the operator of the service. */
  isServiceEmployee?: boolean;
  /** Not used. */
  profilePicture?: string;
  /** Name, if known. */
  username?: string;
};

/** Current term of a subscription. */
export type Term = {
  /** Time between charges, as an ISO 8601 duration. */
  chargeDuration?: string;
  /** End of the term. */
  endDate?: string;
  /** Start of the term. */
  startDate?: string;
  /** Length of the term, as an ISO 8601 duration. */
  termUnit?: string;
};

/** An error of the token endpoint (RFC 6749, section 5.2) */
export type TokenProblem = {
  /** Error code of RFC 6749 */
  error: string;
  /** Explanation of this occurrence of the error */
  error_description: string;
};

/** A code from an authenticator app. */
export type TotpCode = {
  /** Code shown by the app: 6 digits. */
  code: string;
};

/** A secret for an authenticator app, shown once. */
export type TotpEnrolment = {
  /** Secret in base32, to be entered in the app. */
  secret: string;
  /** Secret as an `otpauth:` URI, for a QR code. */
  uri: string;
};

/** Action of a recipient on a notification. */
export type TrackEvent = {
  /** The action. */
  action?: string;
  /** Contact that acted. */
  contactId?: string;
  /** Time of the action. */
  timestamp?: string;
};

/** A trial before the first charge. */
export type TrialConfig = {
  /** Length of the trial; at most 100 years. */
  trialPeriod?: number;
  /** Unit of `trialPeriod`. */
  trialPeriodUnit?: 'DAY' | 'MONTH' | 'YEAR' | (string & {});
};

/** Values counted by UNIQUE_COUNT. */
export type UniqueCountAggregationResult = {
  /** Values that were not counted in the previous hour, at most 1,000; each value is true. */
  newItems?: Record<string, unknown>;
};

/** Changes to a metric. Aggregation and filters cannot change, because past usage was counted with them. */
export type UpdateBillableMetricParams = {
  /** Description of the metric; an empty string removes it. */
  description?: string;
  /** Displayed name. */
  name?: string;
  /** DELETED: the metric accepts no usage; ACTIVE: it accepts usage again. */
  status?: BillableMetricStatus;
};

/** Changes to a buyer. Absent fields are unchanged; null or an empty text removes a field. */
export type UpdateBuyerParams = {
  /** Customer in invoicing system A. */
  billACustomerID?: string | null;
  /** Customer in credit system B. */
  billBCustomerId?: string | null;
  /** Company of the buyer. */
  companyInfo?: CompanyInfo | null;
  /** Identifier in the seller’s own systems. */
  customerId?: string | null;
  /** Note on the buyer. */
  description?: string | null;
  /** E-mail address. */
  emailAddress?: string | null;
  /** Language of the buyer’s invoices; by default the organization’s language. */
  language?: InvoiceLanguage | null;
  /** Customer in accounting system A. */
  ledgerACustomerId?: string | null;
  /** Customer in metering system A. */
  meterACustomerId?: string | null;
  /** Customer in metering system B. */
  meterBCustomerId?: string | null;
  /** Name of the buyer. */
  name?: string | null;
  /** Identifier at payment provider A. */
  payACustomerId?: string | null;
  /** Payment settings for direct sales. */
  paymentConfig?: PaymentConfig | null;
};

/** Change of an agreement. Absent fields keep their value, lists are replaced, null removes a field. */
export type UpdateChannelPartnerAgreementParams = {
  /** Countries of sale, ISO 3166-1 alpha-2 in any letter case; all countries when empty. */
  countries?: string[] | null;
  /** Day on which the agreement has ended; null for an open end. A notice is sent 30 days before. */
  endDate?: string | null;
  /** Signed document: a file of the organization, which cannot be deleted while it is referenced. */
  fileId?: string | null;
  /** Name; by default the channel partner’s. */
  name?: string | null;
  /** Products that may be sold; all products when empty. */
  productIds?: string[] | null;
  /** Share of the channel partner in percent; required. From 0 to 100, with four decimals at most. */
  share?: number;
  /** First day of the agreement; required. */
  startDate?: string;
};

/** Change of a channel partner. Absent fields keep their value, lists are replaced, null removes a field. */
export type UpdateChannelPartnerParams = {
  /** Accounts at marketplaces. An account belongs to one channel partner. */
  accounts?: MarketplaceAccount[] | null;
  /** Contacts of the organization at the channel partner. */
  contactIds?: string[] | null;
  /** Account in CRM A. */
  crmAAccountId?: string | null;
  /** Company in CRM B. */
  crmBCompanyId?: string | null;
  /** Account in CRM C. */
  crmCAccountId?: string | null;
  /** Registered domains of the company, not of a mail provider. A subdomain is stored as its registered domain. */
  domains?: string[] | null;
  /** Name; required. */
  name?: string;
  /** Notes of the organization, hidden from the channel partner. */
  notes?: string | null;
  /** The responsible member; absent once the member has left. */
  ownerId?: string | null;
  status?: ChannelPartnerStatus;
  /** Tier of the channel partner. */
  tierId?: string | null;
  type?: ChannelPartnerType;
};

/** Changes to credit. Absent fields are unchanged. */
export type UpdateCreditWalletParams = {
  /** Currency of the wallet, which cannot be changed. */
  currency?: string;
  /** Expiry time, from which the credit is not used for payments; null if the credit never expires. */
  expireTime?: string | null;
  /** Displayed name; null or an empty string removes it. */
  name?: string | null;
  /** Time from which the credit is used for payments. */
  startTime?: string;
  /** Total amount granted; at least the used amount. */
  totalAmount?: number;
};

/** Change of the customer; null removes a field. */
export type UpdateDealCustomer = {
  /** Account at a marketplace. */
  account?: MarketplaceAccount | null;
  /** Country, ISO 3166-1 alpha-2 in any letter case. */
  country?: string | null;
  /** Account in CRM A. */
  crmAAccountId?: string | null;
  /** Registered domain of the company, not of a mail provider. A subdomain is stored as its registered domain. */
  domain?: string | null;
  /** Name. */
  name?: string | null;
};

/** Change of a deal registration. Absent fields keep their value, lists are replaced, null removes a field. */
export type UpdateDealRegistrationParams = {
  /** Expected amount; not negative, with the decimals of the currency, which is then required. */
  amount?: number | null;
  /** Currency of the amount. */
  currency?: string | null;
  /** The customer. */
  customer?: UpdateDealCustomer | null;
  /** Day on which the deal is expected to be won. */
  expectedCloseDate?: string | null;
  /** Name. */
  name?: string | null;
  /** Notes, visible to the channel partner. */
  notes?: string | null;
  /** Products that the customer may buy; a submission requires at least one. */
  productIds?: string[] | null;
};

/** Billing settings of this entitlement that override the offer’s; null restores the offer’s value. */
export type UpdateEntitlementBillingParams = {
  /** Days before the end at which members are notified, 1 to 365; null: no notice. */
  alertDaysBeforeEnd?: number | null;
  /** Days that an invoice stays a draft for review; 36525 at most. */
  gracePeriodInDays?: number | null;
  /** Days from the date of an invoice until payment is due; 36525 at most. */
  netTermsInDays?: number | null;
  /** Whether partial billing periods are charged in proportion. */
  proratedBilling?: boolean | null;
  /** Tax identification numbers for the calculation of tax. */
  taxIds?: string[] | null;
  /** Trial. */
  trialConfig?: TrialConfig | null;
};

/** A new name. */
export type UpdateEntitlementNameParams = {
  /** Entitlement; ignored in favor of the path. */
  id?: string;
  /** Name of the entitlement; required. */
  name?: string;
  /** Organization; ignored in favor of the path. */
  organizationID?: string;
};

/** New prices of a direct sale; commits or billable dimensions are required. */
export type UpdateEntitlementPriceModelParams = {
  /** Time of the change; now if absent, or for an earlier time of today (UTC). A bare date means its midnight in UTC, so that day is included. */
  applyTime?: string;
  /** Usage prices that replace the current usage prices. */
  billableDimensions?: BillableDimension[];
  /** Flat fees that replace the current flat fees. */
  commits?: CommitDimension[];
};

/** Changes to a draft. */
export type UpdateInvoiceInfoRequest = {
  /** Discount on the whole invoice: an amount, or a percentage. */
  discountAmount?: number;
  discountType?: BillingDiscountKind;
  /** Due date, unless the invoice is issued by hand. */
  dueDate?: string;
  /** Note to the buyer. */
  memo?: string;
};

/** Changes to an article. Absent fields are unchanged; null removes the text or the tags. */
export type UpdateKnowledgeArticleParams = {
  /** Text in Markdown. */
  body?: string | null;
  /** Additional search words, at most 50. */
  tags?: string[] | null;
  /** Title. */
  title?: string;
};

/** Change of a member. */
export type UpdateMemberParams = {
  /** A standard or custom role. */
  role?: string;
  /** The channel partner for which the principal acts. The principal can then use only the partner portal, independent of its role. */
  channelPartnerId?: string | null;
};

/** Change of an organization. */
export type UpdateOrganizationParams = {
  /** Name of the organization. */
  name?: string;
  /** Description of the organization. */
  description?: string | null;
  /** Address of its website. */
  website?: string | null;
  /** Required domain of members’ addresses: the domain of the caller’s own address; empty for no domain. */
  emailDomain?: string | null;
  /** Kind of organization. */
  type?: string | null;
  /** Allowed sign-in methods; all when empty. */
  allowedAuthMethods?: ('PASSWORD' | 'SSO')[];
  /** Whether people must sign in with a second factor; null means false. */
  requireSecondFactor?: boolean | null;
};

/** Sign-up page of a product. */
export type UpdateProductParams = {
  /** Page on which buyers sign up after a purchase; an empty text removes it. */
  fulfillmentUrl?: string;
  /** Product; ignored in favor of the path. */
  id?: string;
  /** Organization; ignored in favor of the path. */
  organizationID?: string;
};

/** Change of a role; its name cannot change. */
export type UpdateRoleParams = {
  /** Purpose of the role. */
  description?: string | null;
  /** Permissions of the role; at most those of the caller. organization:read is always included. */
  permissions?: Permission[];
};

/** Change of a saved view. The query replaces the query before. */
export type UpdateSavedViewParams = {
  /** Name of the view, 1 to 60 characters. It is unique among the member’s views of the list, ignoring case. */
  name?: string;
  /** Parameters of the list’s address: filters, `sort`, `order` and `columns`. At most 2,000 characters as a query string. */
  query?: Record<string, string>;
};

/** Changes to a support ticket; both fields are required. */
export type UpdateSupportTicketRequest = {
  priority?: SupportTicketPriority;
  /** Members notified of the ticket in addition to the recipients of its notification scopes. Accepts ids and e-mail addresses; responses contain ids. */
  watchers?: string[];
};

/** A call that reported usage, with its status. */
export type UsageBatch = {
  /** SHA-256 of the reported content, in hexadecimal digits. */
  contentHash?: string;
  /** Caller. */
  createdBy?: LastModifiedBy;
  /** When the call was made. */
  creationTime?: string;
  /** Identifier. */
  id?: string;
  /** Number of its record groups that are INVALID. */
  invalid?: number;
  /** Id of the organization. */
  organizationID?: string;
  /** Id of the request. */
  requestID?: string;
  /** When the usage was settled; absent while it waits. */
  settledTime?: string;
  /** Number of record groups stored by the call. */
  size?: number;
  /** Source of the usage. */
  source?: 'API' | 'CSV' | 'INTERNAL' | 'METERA' | 'METERB' | 'BILLB' | 'PAYA' | (string & {});
  /** Status of the usage: waiting to be settled, or settled. */
  status?: string;
};

/** Settled usage of a dimension so far. */
export type UsageCount = {
  /** Units paid from credit. */
  creditCount?: number;
  /** Units covered by the included quantity. */
  includedCount?: number;
  /** Units reported for charging. */
  reportedCount?: number;
};

/** Outcome of a file upload. */
export type UsageFileOutcome = {
  /** Number of new record groups. */
  created?: number;
  /** Warning that repeated lines without id and timestamp may be new usage; absent without such lines. */
  hint?: string;
  /** Number of invalid lines. */
  invalid?: number;
  /** Outcome of each line, in file order. */
  lines?: UsageLineOutcome[];
  /** Number of lines processed. */
  read?: number;
  /** Number of lines that were already reported. */
  repeated?: number;
  /** Number of skipped blank rows at the end; absent if 0. */
  skipped?: number;
  /** Reason why the remaining lines were not processed; absent if all lines were processed. */
  stopped?: UsageFileStop;
};

/** Reason for an incompletely processed file. */
export type UsageFileStop = {
  /** Error code. */
  code?: string;
  /** Description of the error. */
  detail?: string;
  /** First line that was not processed. */
  line?: number;
};

/** A file with usage. */
export type UsageFileUpload = {
  /** CSV in UTF-8: a header line with column names, then one record group per line. */
  file?: Blob | string;
};

/** An entry in the ledger of a term’s units. */
export type UsageLedgerEntry = {
  /** Cost of the units; for CREDIT and COMMIT, the consumed amount. */
  amount?: number;
  /** When the entry was written. */
  creationTime?: string;
  /** Dimension of the units. */
  dimension?: string;
  /** Id of the entitlement. */
  entitlementID?: string;
  /** Id of the term or sub term. */
  entitlementTermID?: string;
  /** Identifier. */
  id?: string;
  /** Explanation, if the type does not explain the entry. */
  message?: string;
  /** For included units: start of the month or year for which they are granted. */
  periodStart?: string;
  /** For included units: the period in which they are granted again. */
  periodUnit?: string;
  /** Position of the entry in the term’s ledger, starting at 1. */
  position?: number;
  /** Units; for CARRY, the change of the carried units, which may be negative. */
  quantity?: number;
  /** Type of the entry. USAGE: units used; INCLUDED, CREDIT, COMMIT: units covered; LIST_PRICE: units added because usage above the commit costs the list price; CARRY: fractions kept for the next report; REPORTED: accepted by the marketplace; RETURNED: withdrawn at the marketplace; WRITTEN_OFF: not charged. */
  type?: 'USAGE' | 'INCLUDED' | 'CREDIT' | 'COMMIT' | 'LIST_PRICE' | 'CARRY' | 'REPORTED' | 'RETURNED' | 'WRITTEN_OFF' | (string & {});
  /** Price per unit. */
  unitPrice?: number;
  /** Hour of use; for REPORTED, the hour for which the units were reported. */
  usageHour?: string;
  /** Id of the report. */
  usageRecordReportID?: string;
};

/** Outcome of a line of a file. */
export type UsageLineOutcome = {
  /** Id of the record group; absent if the line is not valid. */
  id?: string;
  /** Line number in the file, starting at 1; if cells span several lines, the last one. */
  line?: number;
  /** Reason for the status INVALID. */
  reason?: string;
  /** Status of the record group. */
  status?: 'CREATED' | 'REPORT_PENDING' | 'REPORTED' | 'REPORT_FAILED' | 'INVALID' | 'DELETED' | (string & {});
};

/** How usage is metered. */
export type UsageMeteringConfigInfo = {
  /** Settings by partner. */
  partnerUsageMeteringConfigs?: PartnerUsageMeteringConfig[];
};

/** Settled usage of one day (UTC), in units of a dimension. */
export type UsageMeteringDailyRecord = {
  /** Cost at the unit price, before credits and commitments. */
  amount?: number;
  /** Day of the usage, as midnight in UTC at its start. */
  date?: string;
  /** The entitlement. */
  entitlementID?: string;
  /** Properties shared by the usage records, such as `os=linux,cluster=cluster-1`. */
  groupBysExpression?: string;
  /** The dimension. */
  key?: string;
  /** The marketplace. */
  partner?: Partner;
  /** Units. */
  quantity?: number;
};

/** Usage of one day (UTC) that a marketplace accepted, compared with the usage that it bills. */
export type UsageMeteringDailyVerification = {
  /** Billed amount. */
  billedAmount?: number;
  /** Billed day; absent without billed usage. */
  billedDate?: string;
  /** Billed units. */
  billedQuantity?: number;
  /** The entitlement. */
  entitlementID?: string;
  /** Whether the amounts are equal. */
  isAmountMatched?: boolean;
  /** Whether the units are equal. */
  isQuantityMatched?: boolean;
  /** The dimension. */
  key?: string;
  /** The marketplace. */
  partner?: Partner;
  /** Amount at the unit price. */
  reportedAmount?: number;
  /** Reported day; absent without reported usage. */
  reportedDate?: string;
  /** Accepted units. */
  reportedQuantity?: number;
};

/** Dimension to which reported usage is mapped. */
export type UsageMeteringDimensionMappingValue = {
  /** Factor applied to the quantity. */
  convertionMultiplier?: number;
  /** Dimension of the product. */
  dimensionKey?: string;
  /** Whether the quantity or its amount is mapped. */
  mappingMode?: string;
};

/** Result of a manual check at the marketplace for usage with an unknown outcome. */
export type UsageRecordReportResolution = {
  /** Whether the marketplace has accepted the usage; required. */
  accepted?: boolean;
  /** Key of a dimension, to resolve the usage of this dimension only. */
  dimension?: string;
};

/** A user with an account. */
export type User = {
  /** Identifier. */
  id?: string;
  /** E-mail address in lower case. */
  email?: string;
  /** Name. */
  name?: string;
  /** Whether the user can sign in with a password. */
  hasPassword?: boolean;
  /** Time at which the address was verified. */
  emailVerifiedAt?: string;
  /** Creation time. */
  creationTime?: string;
  /** Time of the last change. */
  lastUpdateTime?: string;
};

/** Changes to an account by its owner. */
export type UserPatch = {
  /** Name; null removes it. */
  name?: string | null;
  /** Password: 12 to 200 characters, not the e-mail address. */
  password?: string;
  /** The current password; required with a new password. */
  currentPassword?: string;
};

/** An active session of a user. */
export type UserSession = {
  /** Identifier. */
  id?: string;
  /** Time of the sign-in. */
  creationTime?: string;
  /** Time at which a token was last issued for the session; recorded at most once a minute. */
  lastUsedAt?: string;
  /** Time at which the session expires, regardless of use. */
  expiresAt?: string;
  /** Time at which the session expires unless it is used before. */
  idleExpiresAt?: string;
  /** Sign-in method: PASSWORD or SSO. */
  authMethod?: string;
  /** Second factor of the sign-in: TOTP, RECOVERY_CODE or PASSKEY; absent without a second factor. */
  secondFactor?: string;
  /** Client that uses the session. */
  clientID?: string;
  /** User agent of the browser or program. */
  userAgent?: string;
  /** IP address from which the user signed in. */
  ipAddress?: string;
  /** Whether this is the calling session. */
  current?: boolean;
};

/** One attempt to deliver an event. */
export type WebhookAttempt = {
  /** Number of the attempt. */
  number?: number;
  /** Start time. */
  startTime?: string;
  /** Duration in milliseconds. */
  durationMs?: number;
  /** HTTP status of the response. */
  responseStatus?: number;
  /** The beginning of the response, at most 1024 bytes. */
  responseExcerpt?: string;
  /** Reason for the failure or the missing response. */
  error?: string;
};

/** An event to be sent to an endpoint. */
export type WebhookDelivery = {
  /** Identifier. */
  id?: string;
  /** The organization. */
  organizationID?: string;
  /** The endpoint. */
  webhookID?: string;
  /** The event, and the `webhook-id` of every attempt. */
  eventID?: string;
  /** Notification scope, as ACTION.ENTITY. */
  scope?: string;
  /** Record type. */
  entityType?: string;
  /** The record. */
  entityID?: string;
  /** Status of the delivery. */
  status?: WebhookDeliveryStatus;
  /** Number of attempts. */
  attempts?: number;
  /** Time of the next attempt; absent for an ended delivery and while an earlier delivery is pending. */
  nextAttemptTime?: string;
  /** Time of the last attempt. */
  lastAttemptTime?: string;
  /** The HTTP status of the last attempt. */
  responseStatus?: number;
  /** Error of the last attempt. */
  errorMessage?: string;
  /** Time at which the delivery was enqueued. */
  creationTime?: string;
};

/** A delivery with its attempts and its payload. */
export type WebhookDeliveryDetails = {
  /** Identifier. */
  id?: string;
  /** The organization. */
  organizationID?: string;
  /** The endpoint. */
  webhookID?: string;
  /** The event, and the `webhook-id` of every attempt. */
  eventID?: string;
  /** Notification scope, as ACTION.ENTITY. */
  scope?: string;
  /** Record type. */
  entityType?: string;
  /** The record. */
  entityID?: string;
  /** Status of the delivery. */
  status?: WebhookDeliveryStatus;
  /** Number of attempts. */
  attempts?: number;
  /** Time of the next attempt; absent for an ended delivery and while an earlier delivery is pending. */
  nextAttemptTime?: string;
  /** Time of the last attempt. */
  lastAttemptTime?: string;
  /** The HTTP status of the last attempt. */
  responseStatus?: number;
  /** Error of the last attempt. */
  errorMessage?: string;
  /** Time at which the delivery was enqueued. */
  creationTime?: string;
  /** The retained attempts, oldest first. */
  attemptLog?: WebhookAttempt[];
  /** The payload. */
  body?: Record<string, unknown>;
};

/** PENDING: not delivered yet. DONE: accepted by the receiver. FAILED: automatic retries have ended. */
export type WebhookDeliveryStatus = 'PENDING' | 'DONE' | 'FAILED';

/** A URL to which events of the organization are sent. */
export type WebhookEndpoint = {
  /** Identifier. */
  id?: string;
  /** The organization. */
  organizationID?: string;
  /** URL to which events are sent by POST: https, on a public network. Responses, events and the audit trail mask a user name and password, parameters that are secrets by name or form, and long random parts of the path. Sending a masked URL back unchanged keeps the stored URL. A change to another server requires the values of all `headers` again. */
  url?: string;
  /** Purpose of the endpoint. */
  description?: string;
  /** Notification scopes that are sent; all if empty. */
  scopes?: string[];
  /** Only events of these products, and events without a product; all if empty. */
  productIds?: string[];
  /** Only events of these partners; all if empty. */
  partners?: Partner[];
  /** Only events of these records; all if empty. */
  entityIds?: string[];
  /** Whether an event waits until every earlier event of the same record was accepted or has failed. */
  fifo?: boolean;
  /** Additional headers, at most 20. Their values are masked in responses. */
  headers?: Record<string, string | null>;
  /** Maximum number of deliveries started per second; unlimited if null. */
  ratePerSecond?: number | null;
  /** Response timeout, in seconds. */
  timeoutSeconds?: number;
  /** Whether events are sent. */
  status?: WebhookStatus;
  /** Reason why the endpoint is disabled. */
  statusReason?: string;
  /** Time of the last change of status. */
  statusTime?: string;
  /** Secret with which deliveries are signed; returned only when it is created or rotated. */
  secret?: string;
  /** Time until which deliveries are also signed with the previous secret. */
  previousSecretExpireTime?: string;
  /** Member or API client that created the endpoint. */
  createdBy?: string;
  /** Creation time. */
  creationTime?: string;
  /** Member or API client that last changed the endpoint. */
  lastUpdatedBy?: string;
  /** Time of the last change. */
  lastUpdateTime?: string;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfAiInvoice = {
  /** The event as ACTION.ENTITY. */
  type: 'CREATE.AI_INVOICE';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: AIInvoice;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfApiClient = {
  /** The event as ACTION.ENTITY. */
  type: 'CREATE.API_CLIENT' | 'DELETE.API_CLIENT' | 'ROTATE_SECRET.API_CLIENT';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: Record<string, unknown>;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfAutoShareTask = {
  /** The event as ACTION.ENTITY. */
  type: 'COMPLETE.AUTO_SHARE_TASK' | 'FAIL.AUTO_SHARE_TASK';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: Record<string, unknown>;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfBuyer = {
  /** The event as ACTION.ENTITY. */
  type: 'MERGE.BUYER';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: IdentityBuyer;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfChannelPartnerAgreement = {
  /** The event as ACTION.ENTITY. */
  type: 'END_SOON.CHANNEL_PARTNER_AGREEMENT';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: ChannelPartnerAgreement;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfDealRegistration = {
  /** The event as ACTION.ENTITY. */
  type: 'SUBMIT.DEAL_REGISTRATION' | 'APPROVE.DEAL_REGISTRATION' | 'REQUEST_ACTION.DEAL_REGISTRATION' | 'REJECT.DEAL_REGISTRATION' | 'WITHDRAW.DEAL_REGISTRATION' | 'WIN.DEAL_REGISTRATION' | 'LOSE.DEAL_REGISTRATION' | 'EXPIRE.DEAL_REGISTRATION' | 'OVERRIDE.DEAL_REGISTRATION';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: DealRegistration;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfEntitlement = {
  /** The event as ACTION.ENTITY. */
  type: 'CREATE.ENTITLEMENT' | 'REINSTATE.ENTITLEMENT' | 'SUSPEND.ENTITLEMENT' | 'PENDING_CANCEL.ENTITLEMENT' | 'CANCEL.ENTITLEMENT' | 'UPDATE.ENTITLEMENT' | 'METER.ENTITLEMENT' | 'END_SOON.ENTITLEMENT' | 'TERMINATE.ENTITLEMENT' | 'ABNORMAL_ALERT.ENTITLEMENT' | 'REJECT.ENTITLEMENT' | 'APPROVE.ENTITLEMENT';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: WorkloadEntitlement;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfEntitlementRequest = {
  /** The event as ACTION.ENTITY. */
  type: 'CREATE.ENTITLEMENT_REQUEST' | 'UPDATE.ENTITLEMENT_REQUEST' | 'ACCEPT.ENTITLEMENT_REQUEST' | 'REJECT.ENTITLEMENT_REQUEST';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: Record<string, unknown>;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfFundingApplication = {
  /** The event as ACTION.ENTITY. */
  type: 'CREATE.FUNDING_APPLICATION' | 'UPDATE.FUNDING_APPLICATION' | 'APPROVE.FUNDING_APPLICATION' | 'REJECT.FUNDING_APPLICATION';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: Record<string, unknown>;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfHeadlessEntitlements = {
  /** The event as ACTION.ENTITY. */
  type: 'NOTIFY.HEADLESS_ENTITLEMENTS';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: Record<string, unknown>;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfIntegration = {
  /** The event as ACTION.ENTITY. */
  type: 'CREATE.INTEGRATION' | 'UPDATE.INTEGRATION' | 'DELETE.INTEGRATION' | 'ABNORMAL_ALERT.INTEGRATION';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: Record<string, unknown>;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfInvoice = {
  /** The event as ACTION.ENTITY. */
  type: 'CREATE.INVOICE' | 'UPDATE.INVOICE' | 'DELETE.INVOICE' | 'ISSUE.INVOICE' | 'VOID.INVOICE' | 'CHARGE.INVOICE' | 'NOTIFY.INVOICE' | 'REFUND.INVOICE';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: BillingInvoice;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfNotificationMessage = {
  /** The event as ACTION.ENTITY. */
  type: 'NEW_CLIENT_SIGNUP.NOTIFICATION_MESSAGE';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: Record<string, unknown>;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfOffer = {
  /** The event as ACTION.ENTITY. */
  type: 'CREATE.OFFER' | 'ACCEPT.OFFER' | 'EXPIRE.OFFER' | 'UPDATE.OFFER' | 'DELETE.OFFER' | 'CANCEL.OFFER' | 'OPEN_EMAIL.OFFER' | 'SUBMIT_APPROVAL_REQUEST.OFFER' | 'REVIEW_APPROVAL_REQUEST.OFFER' | 'NOTIFY_CONTACTS.OFFER' | 'PENDING_ACCEPTANCE.OFFER' | 'PENDING_PARTNER_ACTION.OFFER' | 'EXPIRE_SOON.OFFER' | 'REJECT.OFFER' | 'PENDING_CANCEL.OFFER' | 'ABNORMAL_ALERT.OFFER';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: WorkloadOffer;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfOrganization = {
  /** The event as ACTION.ENTITY. */
  type: 'CREATE.ORGANIZATION' | 'UPDATE.ORGANIZATION' | 'APPROVE.ORGANIZATION' | 'NOTIFY.ORGANIZATION';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: ListOrganizationsByUserRow;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfPaymentTransaction = {
  /** The event as ACTION.ENTITY. */
  type: 'FAIL.PAYMENT_TRANSACTION';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: Record<string, unknown>;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfProduct = {
  /** The event as ACTION.ENTITY. */
  type: 'CREATE.PRODUCT' | 'UPDATE.PRODUCT' | 'DELETE.PRODUCT' | 'ABNORMAL_ALERT.PRODUCT';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: WorkloadProduct;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfReferral = {
  /** The event as ACTION.ENTITY. */
  type: 'ARCHIVE.REFERRAL' | 'CREATE.REFERRAL' | 'UPDATE.REFERRAL' | 'ACCEPT.REFERRAL' | 'REJECT.REFERRAL' | 'PENDING_ACCEPTANCE.REFERRAL' | 'APPROVE.REFERRAL' | 'INBOUND.REFERRAL';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: Record<string, unknown>;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfRevenueRecord = {
  /** The event as ACTION.ENTITY. */
  type: 'DISBURSE.REVENUE_RECORD';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: RevenueRecord;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfSupportTicket = {
  /** The event as ACTION.ENTITY. */
  type: 'CREATE.SUPPORT_TICKET' | 'CLOSE.SUPPORT_TICKET' | 'REOPEN.SUPPORT_TICKET' | 'UPDATE.SUPPORT_TICKET' | 'ARCHIVE.SUPPORT_TICKET';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: SupportTicket;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfUnpurchasedOffers = {
  /** The event as ACTION.ENTITY. */
  type: 'NOTIFY.UNPURCHASED_OFFERS';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: Record<string, unknown>;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfUsageRecordGroup = {
  /** The event as ACTION.ENTITY. */
  type: 'CREATE.USAGE_RECORD_GROUP' | 'ABNORMAL_ALERT.USAGE_RECORD_GROUP';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: UsageBatch;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfUsageRecordReport = {
  /** The event as ACTION.ENTITY. */
  type: 'ABNORMAL_ALERT.USAGE_RECORD_REPORT' | 'UPDATE.USAGE_RECORD_REPORT';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: MeteringUsageRecordReport;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfUser = {
  /** The event as ACTION.ENTITY. */
  type: 'CREATE.USER' | 'ADD.USER' | 'DELETE.USER' | 'UPDATE.USER';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: Record<string, unknown>;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfWallet = {
  /** The event as ACTION.ENTITY. */
  type: 'CLOSE.WALLET';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: Record<string, unknown>;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfWebhookEndpoint = {
  /** The event as ACTION.ENTITY. */
  type: 'UPDATE.WEBHOOK_ENDPOINT' | 'CREATE.WEBHOOK_ENDPOINT' | 'DELETE.WEBHOOK_ENDPOINT' | 'ROTATE_SECRET.WEBHOOK_ENDPOINT' | 'TEST.WEBHOOK_ENDPOINT' | 'RESEND.WEBHOOK_ENDPOINT' | 'REPLAY.WEBHOOK_ENDPOINT' | 'NOTIFY.WEBHOOK_ENDPOINT';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: WebhookEndpoint;
};

/** Payload of an event sent to webhook endpoints. */
export type WebhookEventOfWorkflow = {
  /** The event as ACTION.ENTITY. */
  type: 'CREATE.WORKFLOW' | 'UPDATE.WORKFLOW' | 'DELETE.WORKFLOW';
  /** Identifier of the event. */
  eventID: string;
  /** Delivery status. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization of the event. */
  organizationID: string;
  /** Marketplace or partner concerned. */
  partner?: Partner;
  /** Record type. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the record. */
  entityID: string;
  /** Name of the record. */
  entityName?: string;
  /** State of the record at that time. */
  entityStatus?: string;
  /** Action of the event. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** Description of the event. */
  message?: string;
  /** Urgency. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Time of the event, or its due time. */
  timestamp: string;
  /** Whether the event requires manual action. */
  isActionItem?: boolean;
  /** Whether the event requires a manual review. */
  requireAudit?: boolean;
  /** User or API client that caused the event. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the type of event. `change` is RENEW if an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record at the time of the event. */
  data?: Record<string, unknown>;
};

/** A started replay. */
export type WebhookReplay = {
  /** The operation; its status is at /org/{orgId}/v2/operation/{operationId}. */
  operationId?: string;
};

/** Whether events are sent to an endpoint. */
export type WebhookStatus = 'ENABLED' | 'DISABLED';

/** Sale that won a deal registration. */
export type WinDealRegistrationParams = {
  /** The entitlement, if any. */
  entitlementID?: string;
  /** Message, visible to the channel partner. */
  message?: string;
  /** The offer, if any. */
  offerID?: string;
};

/** Reason for the withdrawal of a cancellation request. */
export type WithdrawCancellationParams = {
  /** Explanation for the buyer. */
  description?: string;
};

/** A buyer’s right to use a product, bought with an offer. */
export type WorkloadEntitlement = {
  /** Buyer. */
  buyerID?: string;
  /** Time of creation. */
  creationTime?: string;
  /** End time; null without a fixed end. */
  endTime?: string | null;
  /** Current term. */
  entitlementTermID?: string;
  /** Buyer on the marketplace. */
  externalBuyerID?: string;
  /** Identifier on the marketplace. */
  externalID?: string;
  /** Product on the marketplace. */
  externalProductID?: string;
  /** Status at the marketplace. */
  externalStatus?: string;
  /** Identifier. */
  id?: string;
  /** Terms and amounts. */
  info?: EntitlementInfo;
  /** Time of the last change. */
  lastUpdateTime?: string;
  /** Links, notes and results of tasks. */
  metaInfo?: WorkloadMetaInfo;
  /** Name of the entitlement. */
  name?: string;
  /** Accepted offer. */
  offerID?: string;
  /** Organization of the seller. */
  organizationID?: string;
  /** Marketplace of the sale; absent for direct sales. */
  partner?: Partner;
  /** Seller’s account at the partner. */
  partnerID?: string;
  /** Purchased product. */
  productID?: string;
  /** Service of the partner. */
  service?: 'DEFAULT' | 'MARKETPLACE' | 'ACE' | 'ANTHROPIC' | 'BIGQUERY' | 'BILLING' | 'CHATBOT' | 'COSELL' | 'CRM' | 'CPQ' | 'DATABASE' | 'DRIVE' | 'EMAIL' | 'GEMINI' | 'LEDGERA' | 'LEDGERB' | 'PAYMENT' | 'STORAGE' | 'TEAMS' | (string & {});
  /** Start time. */
  startTime?: string;
  /** State of the entitlement. */
  status?: EntitlementStatus;
  /** Kind of entitlement. */
  type?: string;
};

/** A period of an entitlement with its amounts and usage. */
export type WorkloadEntitlementTerm = {
  /** Buyer. */
  buyerID?: string;
  /** Amount committed for the term: the price of the whole purchased or renewed period, prorated by UTC days. A term that ended early has at least the amount consumed in it; the following terms are reduced by the excess. */
  commitAmount?: number;
  /** Time of creation. */
  creationTime?: string;
  /** Credit granted for the term. */
  creditAmount?: number;
  /** End time; null without a fixed end. */
  endTime?: string | null;
  /** Entitlement of the term. */
  entitlementID?: string;
  /** Terms of the entitlement when the term began. */
  entitlementInfo?: EntitlementInfo;
  /** Entitlement on the marketplace. */
  externalEntitlementID?: string;
  /** Identifier. */
  id?: string;
  /** Origin and division of the term. */
  info?: EntitlementTermInfo;
  /** Time of the last change. */
  lastUpdateTime?: string;
  /** Accepted offer. */
  offerID?: string;
  /** Organization of the seller. */
  organizationID?: string;
  /** Marketplace of the sale; absent for direct sales. */
  partner?: Partner;
  /** Purchased product. */
  productID?: string;
  /** Amount reported for charging. */
  reportedAmount?: number;
  /** Service of the partner. */
  service?: 'DEFAULT' | 'MARKETPLACE' | 'ACE' | 'ANTHROPIC' | 'BIGQUERY' | 'BILLING' | 'CHATBOT' | 'COSELL' | 'CRM' | 'CPQ' | 'DATABASE' | 'DRIVE' | 'EMAIL' | 'GEMINI' | 'LEDGERA' | 'LEDGERB' | 'PAYMENT' | 'STORAGE' | 'TEAMS' | (string & {});
  /** Start time. */
  startTime?: string;
  /** Part of the commit that usage consumed. */
  usedCommitAmount?: number;
  /** Part of the credit that usage consumed. */
  usedCreditAmount?: number;
};

/** Fields of products, offers and entitlements beside their terms: links, notes, tasks and their outcome. */
export type WorkloadMetaInfo = {
  /** Approval inside the organization. */
  approvalInfo?: ApprovalInfo;
  /** Agreement on which an agreement-based offer is based; marketplace A. */
  baseAgreementId?: string;
  /** Subscription in invoicing system A. */
  billASubscriptionID?: string;
  /** Credit of billing system B that was already applied, by ledger entry; prevents applying it twice. */
  billBAppliedCreditLedgerEntries?: Record<string, number | null>;
  /** Quantities that the buyer chose when accepting, by key of the commit; they stay on the offer. */
  buyerCommitQuantities?: Record<string, number | null>;
  /** Buyers of the private offer. */
  buyerIds?: string[];
  /** People who are notified of changes. */
  contacts?: Contact[];
  /** Offer by which the reseller receives the right to resell. */
  cppoInOfferId?: string;
  /** Offer of the reseller to the buyer. */
  cppoOfferId?: string;
  /** Offer by which the vendor grants the right to resell. */
  cppoOutOfferId?: string;
  /** Retries of the creation so far; set by the service, marketplace C. */
  createRetryAttempts?: number;
  /** E-mail address of the creator; never changes. */
  createdByEmail?: string;
  /** How the record was created. */
  createdBySource?: string;
  /** Account in CRM A. */
  crmAAccountId?: string;
  /** Address of the entitlement in CRM A. */
  crmAEntitlementURL?: string;
  /** Opportunity in CRM A. */
  crmAOpportunityId?: string;
  /** Quote in CRM A. */
  crmAQuoteId?: string;
  /** Deal in CRM B. */
  crmBDealId?: string;
  /** Opportunity in CRM C; kept in lower case and without braces. */
  crmCOpportunityId?: string;
  /** Seller’s own data. */
  customMetaInfo?: Record<string, unknown>;
  /** Percent off list prices, 0 to 100 except in drafts; null unless on marketplace A. When list prices change, prices of an unpublished offer follow; a published offer keeps its prices and gets a warning. */
  discount?: number | null;
  /** Whether the service reports test usage each hour while the entitlement is active: one unit of each dimension, settled, reported and billed like real usage. */
  enableTestUsageMetering?: boolean;
  /** Scheduled cancellation. */
  entitlementCancellationSchedule?: CancellationSchedule;
  /** Errors of failed tasks, as reported. */
  errorMessages?: string[];
  /** Seller’s note, hidden from the buyer. */
  internalNote?: string;
  /** Whether the offer is based on an agreement; marketplace A. */
  isAgreementBasedOffer?: boolean;
  /** Whether the revenue feed was read in full; setting false reads it again. */
  isGrossRevenueFullSync?: boolean;
  /** Whether the offer upgrades another offer; marketplace B. */
  isMkBUpgradeOffer?: boolean;
  /** Whether the offer renews an agreement; the marketplace may audit and revoke that; marketplace A. */
  isRenewalOffer?: boolean;
  /** Whether the offer replaces another offer; marketplace C. */
  isReplacementOffer?: boolean;
  /** Author of the last change. */
  lastModifiedBy?: LastModifiedBy;
  /** Linked co-sell opportunity of marketplace A. */
  mkACrmUniqueIdentifier?: string;
  /** Prices given when the product was created; marketplace A. */
  mkASaasProductDimensions?: MkAProductDimension[];
  /** Billing account of the buyer on marketplace B; read from the marketplace. */
  mkBBillingAccountID?: string;
  /** Offer that is upgraded; marketplace B. */
  mkBOriginalOfferIDForUpgrade?: string;
  /** Billing account of the buyer on marketplace C; read from the marketplace. */
  mkCBillingAccountID?: string;
  /** Approximate time of the next creation attempt; only while the offer is being created. */
  nextCreateRetryAt?: string;
  /** Notifications about the offer. */
  notifications?: NotificationEvent[];
  /** When the buyer accepted. */
  offerAcceptDate?: string;
  /** When the marketplace had created the offer. */
  offerCreationSuccessDate?: string;
  originalEulaInfo?: OriginalEulaInfo;
  /** Human-readable errors of failed tasks. */
  prettifiedErrorMessages?: string[];
  /** CRM data of private plans, by name of the plan; products only. */
  privatePlans?: Record<string, unknown>;
  /** Where the renewed agreement was made. */
  renewalOfferType?: string;
  /** When the terms of this offer replace those of the replaced offer, at the latest at the end of its agreement; immediately when absent or in the past; marketplace C. */
  replacedOfferEndTime?: string;
  /** Payment frequency of the replaced offer; marketplace C. */
  replacedOfferPaymentRecurrence?: string;
  /** Accepted offer whose agreement continues under this offer: projects/{projectNumber}/services/{serviceName}/privateOffers/{privateOfferId}; an offer of this organization or an offer that only the marketplace has. */
  replacedOfferResourceName?: string;
  /** Replaced plan for resellers: resellerPrivateOfferPlans/{planId}; only the format is checked. */
  replacedResellerPrivateOfferPlan?: string;
  /** Resellers of a resold offer. */
  resellerIds?: string[];
  /** Last attempt to cancel the source offer. */
  sourceOfferCancelAfterPublishAt?: string;
  /** Reason why the source offer was not cancelled. */
  sourceOfferCancelAfterPublishError?: string;
  /** Status of cancelling the source offer; empty before the first attempt. */
  sourceOfferCancelAfterPublishStatus?: 'PENDING' | 'SENT' | 'SKIPPED' | 'FAILED' | (string & {});
  /** Offer to cancel once this copy of it is pending acceptance; marketplace C. */
  sourceOfferIdToCancelAfterPublish?: string;
  /** End of test usage; required when test usage is switched on. A date without a time excludes that day: it means midnight in UTC. */
  testUsageMeteringEndTime?: string;
  /** Text of the notification of a change. */
  updateMessage?: string;
  /** Corrections by the service and other warnings. */
  warningMessages?: string[];
};

/** An offer to buyers, listed or negotiated. */
export type WorkloadOffer = {
  /** Buyer of the offer. */
  buyerID?: string;
  /** Sales channel. */
  channelType?: string;
  /** Recipients of the offer. */
  contactIds?: string[];
  /** Creator of the offer. */
  createdBy?: string;
  /** Creation time. */
  creationTime?: string;
  /** End of the term, and the last moment of acceptance; null without a fixed end. A date without a time means 00:00 UTC: that day is excluded. */
  endTime?: string | null;
  /** Last moment of acceptance, not after `endTime`; null without a limit. A date without a time means 00:00 UTC: that day is excluded. */
  expireTime?: string | null;
  /** Identifier on the marketplace. */
  externalID?: string;
  /** Identifier. */
  id?: string;
  /** Terms. */
  info?: OfferInfo;
  /** Time of the last change. */
  lastUpdateTime?: string;
  /** Author of the last change. */
  lastUpdatedBy?: string;
  /** Links, notes and results of jobs. */
  metaInfo?: WorkloadMetaInfo;
  /** Name of the offer. */
  name?: string;
  /** Type of the offer. */
  offerType?: 'PRIVATE' | 'DEFAULT' | 'FREE_TRIAL' | 'CPPO_OUT' | 'CPPO_IN' | 'CPPO' | 'AMI' | 'APPLICATION' | 'CONTAINER' | 'CONTRACT' | 'CUD' | 'DATA' | 'FIXED_FEE' | 'FIXED_FEE_WITH_OVERAGE' | 'FLAT_RATE' | 'MACHINE_LEARNING' | 'PAYG' | 'PAYG_WITH_CUD' | 'PER_USER' | 'PROFESSIONAL_SERVICES' | 'SAAS' | 'SUBSCRIPTION' | 'UNKNOWN' | (string & {});
  /** Organization of the seller. */
  organizationID?: string;
  /** Marketplace or payment provider; absent for direct sales. */
  partner?: Partner;
  /** Seller’s account at the partner. */
  partnerID?: string;
  /** Pricing type. */
  pricingType?: string;
  /** Product of the offer. */
  productID?: string;
  /** Type of the product. UNKNOWN if `soldAs` has the exact type; such a record can be sent back unchanged. */
  productType?: 'UNKNOWN' | 'SUBSCRIPTION' | 'CONTRACT' | 'FLAT_RATE' | 'PER_USER' | 'USAGE_BASED' | 'PROFESSIONAL_SERVICES' | (string & {});
  /** Service of the partner. */
  service?: 'DEFAULT' | 'MARKETPLACE' | 'ACE' | 'ANTHROPIC' | 'BIGQUERY' | 'BILLING' | 'CHATBOT' | 'COSELL' | 'CRM' | 'CPQ' | 'DATABASE' | 'DRIVE' | 'EMAIL' | 'GEMINI' | 'LEDGERA' | 'LEDGERB' | 'PAYMENT' | 'STORAGE' | 'TEAMS' | (string & {});
  /** Exact product type, if `productType` has no published value for it. */
  soldAs?: 'UNKNOWN' | 'SUBSCRIPTION' | 'CONTRACT' | 'FLAT_RATE' | 'PER_USER' | 'USAGE_BASED' | 'PROFESSIONAL_SERVICES' | (string & {});
  /** Status of the offer. */
  status?: OfferStatus;
  /** Step within the status. */
  subStatus?: string;
};

/** Product that is sold on a marketplace or directly. */
export type WorkloadProduct = {
  /** Member or client that created the product. */
  createdBy?: string;
  /** When the product was created. */
  creationTime?: string;
  /** Identifier on the marketplace. */
  externalID?: string;
  /** Page on which buyers sign up after a purchase. */
  fulfillmentUrl?: string;
  /** Identifier. */
  id?: string;
  /** Prices, terms and listing. */
  info?: ProductInfo;
  /** When the product last changed. */
  lastUpdateTime?: string;
  /** Member or client that last changed the product. */
  lastUpdatedBy?: string;
  /** Links, notes and outcomes of tasks. */
  metaInfo?: WorkloadMetaInfo;
  /** Name of the product. */
  name?: string;
  /** Organization that sells the product. */
  organizationID?: string;
  /** Marketplace or payment provider. */
  partner?: Partner;
  /** Seller’s account at the partner. */
  partnerID?: string;
  /** Type of the product. UNKNOWN if `soldAs` has the exact type; such a record can be sent back unchanged. */
  productType?: 'UNKNOWN' | 'SUBSCRIPTION' | 'CONTRACT' | 'FLAT_RATE' | 'PER_USER' | 'USAGE_BASED' | 'PROFESSIONAL_SERVICES' | (string & {});
  /** Service of the partner. */
  service?: 'DEFAULT' | 'MARKETPLACE' | 'ACE' | 'ANTHROPIC' | 'BIGQUERY' | 'BILLING' | 'CHATBOT' | 'COSELL' | 'CRM' | 'CPQ' | 'DATABASE' | 'DRIVE' | 'EMAIL' | 'GEMINI' | 'LEDGERA' | 'LEDGERB' | 'PAYMENT' | 'STORAGE' | 'TEAMS' | (string & {});
  /** Exact product type, if `productType` has no published value for it. */
  soldAs?: 'UNKNOWN' | 'SUBSCRIPTION' | 'CONTRACT' | 'FLAT_RATE' | 'PER_USER' | 'USAGE_BASED' | 'PROFESSIONAL_SERVICES' | (string & {});
  /** Status of the product. */
  status?: string;
};
