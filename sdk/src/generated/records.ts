/** Made from openapi.json by `npm run generate`: do not edit. */

/** Whether and up to what amount AI features may be used. */
export type AIBillingConfig = {
  /** Where invoices go; when empty, to the creator of the organization. */
  billingEmail?: string;
  /** When AI features were switched off. */
  disabledAt?: string;
  /** Why they were switched off. */
  disabledReason?: 'SPENDING_CAP_REACHED' | 'MANUAL' | 'PAYMENT_OVERDUE' | (string & {});
  /** Whether AI features are on. */
  enabled?: boolean;
  /** Free use per month in cents; 0 for none. Set by the operator of the service. */
  monthlyCreditCents?: number;
  /** Most to be spent per month in cents; null for no limit. */
  monthlySpendingCapCents?: number | null;
};

/** What the use of AI features in a month costs the organization. */
export type AIInvoice = {
  /** What is to be paid, in cents: use beyond the free use, rounded once. */
  amountCents?: number;
  /** Where it was sent. */
  billingEmail?: string;
  /** How many calls of language models there were. */
  calls?: number;
  /** When it was made. */
  creationTime?: string;
  /** Free use in the month, in cents. */
  creditCents?: number;
  /** Currency. */
  currency?: string;
  /** Identifier. */
  id?: string;
  /** Month of the organization’s clock, in UTC: 2026-11. */
  month?: string;
  /** Organization that is charged. */
  organizationID?: string;
  /** What the calls cost together, in cents and fractions of them. */
  usedCents?: number;
};

/** What AI features cost in a month, and how much is left. */
export type AIUsage = {
  /** How many calls of language models there were. */
  calls?: number;
  /** What was used beyond the free use, in cents and fractions of them. */
  chargedCents?: number;
  /** Free use in the month, in cents. */
  creditCents?: number;
  /** Whether AI features are on. */
  enabled?: boolean;
  /** Month of the organization’s clock, in UTC: 2026-11. */
  month?: string;
  /** The most that calls may cost that are under way, or whose cost nobody knows. */
  reservedCents?: number;
  /** Most to be spent in a month beyond the free use; null for no limit. */
  spendingCapCents?: number | null;
  /** What settled calls cost together, in cents and fractions of them. */
  usedCents?: number;
};

/** The invitation to take up. */
export type AcceptInvitationParams = {
  /** What the mail of the invitation holds. */
  token: string;
};

/** An access token, good for one hour */
export type AccessToken = {
  /** The token, a JWT (RFC 9068) */
  access_token: string;
  /** How it is sent: in the header Authorization */
  token_type: 'Bearer';
  /** Seconds that it is good for */
  expires_in: number;
  /** What was granted, whatever was asked for: `api`, all that the role of the subject allows */
  scope: string;
  /** For people: exchanged once for the next access token and refresh token */
  refresh_token?: string;
};

/** Names of account fields in a CRM. */
export type AccountFieldMapping = Record<string, unknown>;

/** What was done with an account. */
export type AccountStatus = {
  /** What was done. */
  status: 'VERIFICATION_SENT' | 'VERIFIED' | 'RESET_SENT' | 'PASSWORD_CHANGED' | 'SIGNED_OUT' | 'OTHER_SESSIONS_ENDED';
};

/** An operation on a record, and whether it is possible as the record is now */
export type Action = {
  /** What is done */
  name?: string;
  /** The operation that does it */
  operationId?: string;
  /** Whether the operation would be done; what a body or a parameter says is judged when it comes */
  possible?: boolean;
  /** Why it is not possible, as the operation would answer; null where it is possible */
  reason?: string | null;
  /** The permission that the operation asks for */
  permission?: string;
  /** Whether it ends or removes something, and is to be confirmed by a person */
  destructive?: boolean;
};

/** Credit to be added. */
export type AddEntitlementCreditParams = {
  /** Amount that is added; required, not negative. */
  creditAmountIncrement?: number;
  /** The entitlement; the one in the path counts. */
  entitlementID?: string;
  /** Term that the credit is for; the one that runs when absent. */
  entitlementTermID?: string;
  /** The organization; the one in the path counts. */
  organizationID?: string;
};

/** Credit that was added. */
export type AddEntitlementCreditResponse = {
  /** Amount that was added. */
  creditAmountIncrement?: number;
  /** The entitlement. */
  entitlementID?: string;
  /** Term that the credit is for. */
  entitlementTermID?: string;
  /** Credit granted for the term, this one included. */
  newCreditAmount?: number;
  /** The organization. */
  organizationID?: string;
};

/** What a billable metric made of records. */
export type AggregatedMeteringUsageRecord = {
  /** What it costs; absent without a price. */
  amount?: number;
  /** How records became a quantity. */
  billableMetricAggregationType?: BillableMetricAggregationType;
  /** Which records counted, and as what. */
  billableMetricInfo?: BillableMetricInfo;
  /** The properties that the records have in common: `os=linux,cluster=cluster-1`. */
  groupBysExpression?: string;
  /** The metric. */
  key?: string;
  /** Its name then. */
  name?: string;
  /** The quantity. */
  quantity?: number;
  /** Of UNIQUE_COUNT: the values. */
  uniqueCountAggregationResult?: UniqueCountAggregationResult;
};

/** A document attached to an agreement. */
export type AgreementDocument = {
  /** Key under which the file is kept. */
  key?: string;
  /** Name of the file. */
  name?: string;
};

/** Another organization that a client may act in. */
export type ApiClientOrganizationParams = {
  /** The other organization. */
  organizationID?: string;
  /** What it may do in this organization: ADMIN, EDITOR, VIEWER, or a role of the organization’s own */
  role?: string;
};

/** How a client proves who it is. */
export type ApiClientType = 'BEARER_TOKEN';

/** Whether somebody in the organization approved it. */
export type ApprovalInfo = {
  /** State of the approval. */
  approvalStatus?: string;
  /** When it was decided; null until then. */
  decisionDate?: string | null;
  /** What was written with the request, or with the decision. */
  message?: string;
  /** When approval was asked for. */
  requestDate?: string;
};

/** What is said with a request or an approval. */
export type ApprovalNote = {
  /** A note for who reads it; at most 1000 characters. */
  message?: string;
};

/** An approval of a deal registration. */
export type ApproveDealRegistrationParams = {
  /** What is said with it; the channel partner sees it, too. */
  message?: string;
  /** Why it is approved although another one protects the customer: that loses its protection. The channel partner never sees it. */
  overrideReason?: string;
};

/** Why a sale is due to a channel partner: somebody said so, a deal registration was won by it, or an account of the channel partner’s sells it. */
export type AttributionBasis = 'MANUAL' | 'DEAL_REGISTRATION' | 'ACCOUNT';

/** SOURCED: the channel partner brought the buyer. INFLUENCED: it helped. RESOLD: it sells on, and earns a margin of its own: nothing is owed for it. */
export type AttributionKind = 'SOURCED' | 'RESOLD' | 'INFLUENCED';

/** One tenant or subscription that something is open to. */
export type AudienceEntry = {
  /** Note on the entry. */
  description?: string;
  /** Identifier of the tenant or subscription. */
  id?: string;
};

/** Who did it, as known at that time */
export type AuditingActor = {
  /** API_CLIENT, USER, or SERVICE for the service itself */
  entityType?: string;
  /** The identifier of the client or the person */
  entityId?: string;
  /** The address of the person */
  email?: string;
  /** The name of the client or the person */
  name?: string;
};

/** An entry of the audit trail */
export type AuditingEvent = {
  /** What was changed */
  body?: AuditingEventBody;
  /** When it was done */
  creationTime?: string;
  /** The action and the kind of record, such as CREATE.OFFER */
  eventType?: string;
  /** The identifier of the entry */
  id?: string;
  /** When it was done, or when its records were erased */
  lastUpdateTime?: string;
  /** The organization */
  organizationID?: string;
  status?: AuditingEventStatus;
};

/** What was changed, and by whom */
export type AuditingEventBody = {
  /** What kind of record it is: OFFER, ENTITLEMENT … */
  entityType?: string;
  /** The record */
  entityId?: string;
  /** What was done: CREATE, UPDATE, ACCEPT … */
  action?: string;
  /** Counts the events of the record, from 1 */
  sequence?: number;
  /** Who did it */
  actor?: AuditingActor;
  /** The request in which it was done, or the job */
  requestId?: string;
  /** The record before; absent when there was none. Empty when it was erased. Secrets are masked */
  before?: Record<string, unknown>;
  /** The record after. Empty when it was erased. Secrets are masked */
  after?: Record<string, unknown>;
  /** The place in the chain of the organization; absent while the event is PENDING */
  position?: number | string;
};

/** A page of the audit trail */
export type AuditingEventPage = {
  /** The rows of this page */
  data: AuditingEvent[];
  /** Which page this is; the first is 1 */
  page_number: number;
  /** How many rows a page has at most */
  page_size: number;
  /** How many rows there are on all pages */
  total_count: number;
};

/** PENDING until the entry has its place in the chain, then AUDITED; FAILED and DONE are not used. */
export type AuditingEventStatus = 'AUDITED' | 'PENDING' | 'FAILED' | 'DONE';

/** A payment that came by bank transfer. */
export type BankPaymentParams = {
  /** What came, in the currency of the invoice; all that is open when absent. */
  amount?: number;
  /** When it was received; now when absent. */
  receivedDate?: string;
  /** What the transfer says, or the bank calls it. */
  reference?: string;
};

/** Money that came by bank, as the seller recorded it. */
export type BankTransfer = {
  /** When it was received. */
  receivedDate?: string;
  /** What the transfer says, or the bank calls it. */
  reference?: string;
  /** When the record of it was taken back. */
  revertedTime?: string;
};

/** A price for the usage that a billable metric counts. */
export type BillableDimension = {
  /** Metric that counts the usage. */
  billableMetricId?: string;
  /** Which price model holds. */
  category?: string;
  /** What is charged, for the buyer. */
  description?: string;
  /** Discount on the price. */
  discount?: BillingDiscount;
  /** Length of the term in `timeUnit`; direct sales only. */
  length?: number;
  /** Least amount of a billing period; direct sales only, none when 0 or less. */
  minimumCommit?: number;
  /** Whether the least amount shrinks with the active days of the period. */
  minimumCommitProrata?: boolean;
  /** What the least amount is for. */
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

/** A part of what usage costs. */
export type BillableDimensionFeeDetail = {
  /** What it is. */
  descriptions?: string;
  /** How it was reckoned: `5 × 0.1 = 0.5`. */
  feeExpressions?: string;
};

/** A line of an invoice: what usage costs. */
export type BillableDimensionPriceModelDetail = {
  /** Until when it is for. */
  endDate?: string;
  /** Since when it is for. */
  startDate?: string;
  /** What it costs, rounded half up to the coin. */
  amount?: number;
  /** What was counted. */
  billableMetricKey?: MeteringUsageRecordGroupByKey;
  /** Price model. */
  category?: string;
  /** Its parts. */
  details?: BillableDimensionFeeDetail[];
  /** Discount of the dimension. */
  discount?: BillingDiscount;
  /** What it took off. */
  discountExpression?: string;
  /** Whether it is usage of a period that was billed before: what it adds to that. */
  isLate?: boolean;
  /** Whether it was used in the trial, and is free. */
  isTrial?: boolean;
  /** Least amount, where one holds for this line. */
  minimumCommit?: number;
  /** What the least amount is for. */
  minimumCommitScope?: string;
  /** Displayed name of the dimension. */
  name?: string;
  /** How much was used. */
  quantity?: number;
};

/** What was used on a day. */
export type BillableDimensionUsageDailyRevenue = {
  /** What was counted. */
  billableMetricKey?: MeteringUsageRecordGroupByKey;
  /** The day in UTC. */
  date?: string;
  /** How much. */
  quantity?: number;
  /** Of UNIQUE_COUNT: the values that no earlier day of the period had, as keys. */
  uniquePropertyItems?: Record<string, unknown>;
};

/** How records of usage events become a quantity. */
export type BillableMetric = {
  /** How records become a quantity. */
  aggregationType?: BillableMetricAggregationType;
  /** When it was created. */
  creationTime?: string;
  /** What it counts; an empty text takes it away. */
  description?: string;
  /** Identifier; one is made when it is absent. */
  id?: string;
  info?: BillableMetricInfo;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Displayed name. */
  name?: string;
  /** Organization. */
  organizationId?: string;
  /** State of the metric. */
  status?: BillableMetricStatus;
};

/** How records become a quantity: how many there are, how many values a property has, or sum, largest or last of the quantities. */
export type BillableMetricAggregationType = 'COUNT' | 'UNIQUE_COUNT' | 'SUM' | 'MAX' | 'LAST';

/** A condition on a property of a record of usage. A record without the property passes only what is negative. */
export type BillableMetricFilter = {
  /** Property. */
  name?: string;
  /** How it is compared. */
  operation?: BillableMetricFilterOperation;
  /** What it is compared with: a text or a number, by the operation. EXISTS needs none. */
  value?: unknown;
  /** What it is compared as; that of the operation when absent. */
  valueType?: BillableMetricFilterValueType;
};

/** Filters of which one must let a record through. */
export type BillableMetricFilterGroup = {
  /** The filters. */
  filters?: BillableMetricFilter[];
};

/** How a property is compared. Texts: IS, NOT_IS, CONTAINS, NOT_CONTAINS; numbers: GT, GTE, LT, LTE, EQ, NOT_EQ; both: EXISTS, NOT_EXISTS. */
export type BillableMetricFilterOperation = 'IS' | 'NOT_IS' | 'CONTAINS' | 'NOT_CONTAINS' | 'GT' | 'GTE' | 'LT' | 'LTE' | 'EQ' | 'NOT_EQ' | 'EXISTS' | 'NOT_EXISTS';

/** What a property is compared as. */
export type BillableMetricFilterValueType = 'STRING' | 'FLOAT';

/** Which records count, and as what. */
export type BillableMetricInfo = {
  /** Each of these groups must let a record through; all records count when there is none. */
  filterGroups?: BillableMetricFilterGroup[];
  /** Properties whose values have a quantity each. */
  groupBys?: string[];
  /** Property whose values UNIQUE_COUNT counts; without effect otherwise. */
  propertyUniqueOn?: string;
};

/** State of a metric. */
export type BillableMetricStatus = 'ACTIVE' | 'DELETED';

/** An addon as it is offered to buyers: a template. */
export type BillingAddon = {
  /** When it was created. */
  creationTime?: string;
  /** What it is for. */
  description?: string;
  /** Identifier. */
  id?: string;
  /** What it costs. */
  info?: BillingAddonInfo;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Displayed name. */
  name?: string;
  /** Organization that offers it. */
  organizationID?: string;
  /** State of the template. */
  status?: BillingAddonStatus;
};

/** What an addon costs. */
export type BillingAddonInfo = {
  /** Amount to charge. */
  amount?: number;
};

/** An amount added to what an entitlement costs. */
export type BillingAddonRecord = {
  /** Amount to charge, in coins of the currency. */
  amount?: number;
  /** When it is charged; a bare date is its midnight in UTC, that day itself. */
  chargeOn?: string;
  /** What it is for. */
  description?: string;
  /** Identifier, unique on the entitlement; made when it is absent or empty. */
  id?: string;
  /** Displayed name. */
  name?: string;
};

/** State of an addon template. */
export type BillingAddonStatus = 'ACTIVE' | 'DELETED';

/** What of an issued invoice is not owed after all. */
export type BillingCreditNote = {
  /** Amount. */
  amount?: number;
  /** When it was made. */
  creationTime?: string;
  /** Identifier. */
  id?: string;
  /** Number, without gaps among those of the organization. */
  number?: number;
  /** Why. */
  reason?: string;
};

/** A discount on what is billed. */
export type BillingDiscount = {
  /** Whether the value is a share or an amount. */
  discountType?: string;
  /** Percent or amount taken off; never more than there is. */
  value?: number;
};

/** What the discount is given in; an amount when absent. */
export type BillingDiscountKind = 'PERCENTAGE' | 'ABSOLUTE';

/** What a buyer of a direct sale is charged. */
export type BillingInvoice = {
  /** Buyer. */
  buyerID?: string;
  /** When it was drafted. */
  creationTime?: string;
  /** Until when it is for. */
  endDate?: string;
  /** Entitlement. */
  entitlementID?: string;
  /** Identifier. */
  id?: string;
  /** What it is of. */
  info?: BillingInvoiceInfo;
  /** The document. */
  invoiceURL?: string;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Organization that issues it. */
  organizationID?: string;
  paymentStatus?: BillingPaymentStatus;
  /** Since when it is for. */
  startDate?: string;
  /** State. */
  status?: BillingInvoiceStatus;
  /** Kind of fee. */
  type?: BillingInvoiceType;
};

/** What an invoice is of, and what it comes to. */
export type BillingInvoiceInfo = {
  /** Fees that were added. */
  addFixedFees?: InvoiceAddFixedFee[];
  /** Of ADDON: the addon. */
  addonDetail?: BillingAddonRecord;
  /** Discounts on dimensions. */
  adjustDiscountByDimensions?: InvoiceAdjustDiscountByDimension[];
  /** Least amounts of dimensions. */
  adjustMinimumSpendByDimensions?: InvoiceAdjustMinimumSpendByDimension[];
  /** Discount on all. */
  adjustOverallDiscount?: InvoiceAdjustOverallDiscount;
  /** Least amount of all. */
  adjustOverallMinimumSpend?: InvoiceAdjustOverallMinimumSpend;
  /** Of USAGE: the lines. */
  billableDimensionDetails?: BillableDimensionPriceModelDetail[];
  /** Whom it is for, as they were when it was issued. */
  buyer?: BillingInvoiceParty;
  /** Of COMMIT: the lines. */
  commitsRevenueDetails?: CommitRevenueDetail[];
  /** When it was drafted. */
  creationDate?: string;
  /** What of it is not owed after all. */
  creditNotes?: BillingCreditNote[];
  /** The sum of its credit notes; absent where there is none. */
  creditedAmount?: number;
  /** Currency of all amounts. */
  currency?: string;
  /** What of the usage a commit has paid. */
  deductedCommitAmount?: number;
  /** The invoice of that commit. */
  deductedCommitInvoiceID?: string;
  /** What it is for. */
  description?: string;
  /** What the discount on all takes off; absent where there is none. */
  discountAmount?: number;
  /** What the buyer owes: subtotal and tax less the discount on all. */
  dueAmount?: number;
  /** Until when it is to be paid. */
  dueDate?: string;
  /** Days in which it stays a draft for review. */
  gracePeriodInDays?: number;
  /** Whether usage is charged only above the commit. */
  isMeteringOverageCommit?: boolean;
  /** When it was issued. */
  issueDate?: string;
  /** Who issues it, as they were when it was issued. */
  issuer?: BillingInvoiceParty;
  /** The language in which it is written. */
  language?: string;
  /** Note to the buyer. */
  memo?: string;
  /** Days in which it is to be paid. */
  netTermsInDays?: number;
  /** Number, without gaps among those of the organization; absent until it is issued. */
  number?: number;
  /** What was paid; absent before any was. */
  paidAmount?: number;
  /** Of INSTALLMENT: the payment. */
  paymentInstallmentsDetail?: BillingPaymentInstallmentDetail;
  /** Days that it is for. */
  periodTotalDays?: number;
  /** The receipt, once it was paid. */
  receiptUrl?: string;
  /** What was paid back; absent before any was. */
  refundedAmount?: number;
  /** Signed address of its page. */
  spaUrl?: string;
  /** The sum of its lines, less what a commit has paid. */
  subtotalAmount?: number;
  /** Tax. */
  taxAmount?: number;
  /** What is said about taxes, such as why there are none. */
  taxNote?: string;
  /** The taxes that it is the sum of. */
  taxes?: BillingInvoiceTax[];
  /** Days of the trial. */
  trialPeriodInDays?: number;
  /** Of USAGE that billable metrics count: what was used each day; not of usage that came late. */
  usageDailyRevenues?: BillableDimensionUsageDailyRevenue[];
};

/** Who issues an invoice, or whom it is for. */
export type BillingInvoiceParty = {
  /** Postal address. */
  address?: string;
  /** Where it is paid to. */
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

/** State of an invoice. */
export type BillingInvoiceStatus = 'DRAFT' | 'FINALIZED' | 'CANCELED' | 'DELETED';

/** A tax of an invoice. */
export type BillingInvoiceTax = {
  /** Amount. */
  amount?: number;
  /** Name. */
  name?: string;
  /** Percent of what is taxed. */
  percent?: number;
};

/** Kind of fee that an invoice is of. */
export type BillingInvoiceType = 'COMMIT' | 'USAGE' | 'ADDON' | 'INSTALLMENT';

/** Billing event of marketplace A: one party’s share of what was billed or paid out. */
export type BillingMkABillingEvent = {
  /** What happened. */
  action?: string;
  /** Agreement there. */
  agreementID?: string;
  /** Amount, with its sign. */
  amount?: number;
  /** 1 where the balance changes. */
  balanceImpacting?: number;
  /** Transfer at the bank. */
  bankTraceID?: string;
  /** Billing address. */
  billingAddressID?: string;
  /** Who bills. */
  brokerID?: string;
  /** Our buyer. */
  buyerID?: string;
  /** Transaction of the buyer. */
  buyerTransactionReferenceID?: string;
  /** Currency. */
  currency?: string;
  /** Product in the feed. */
  dataFeedProductID?: string;
  /** Event of the payout. */
  disbursementBillingEventID?: string;
  /** Account of the end user. */
  endUserAccountID?: string;
  /** Our entitlement. */
  entitlementID?: string;
  /** Who pays. */
  fromAccountID?: string;
  /** The event. */
  id?: string;
  /** When it was added. */
  insertDate?: SqlNullTime;
  /** Date of the invoice. */
  invoiceDate?: SqlNullTime;
  /** Invoice. */
  invoiceID?: string;
  /** Our offer. */
  offerID?: string;
  /** Our organization. */
  organizationID?: string;
  /** Event that it follows from. */
  parentBillingEventID?: string;
  /** When the buyer pays at the latest. */
  paymentDueDate?: SqlNullTime;
  /** Our product. */
  productID?: string;
  /** Transaction that is refunded. */
  refundedBuyerTransactionReferenceID?: string;
  /** Who is paid. */
  toAccountID?: string;
  /** Transaction. */
  transactionReferenceID?: string;
  /** Whose share of what it is. */
  transactionType?: string;
  /** End of the use. */
  usagePeriodEndDate?: SqlNullTime;
  /** Begin of the use. */
  usagePeriodStartDate?: SqlNullTime;
};

/** Earning of marketplace B, with the state of its payout. */
export type BillingMkBCmaRevenue = {
  /** Subscription or order there. */
  mkBAssetID?: string;
  /** Billing account there. */
  mkBBillingAccountID?: string;
  /** Customer there. */
  mkBCustomerID?: string;
  /** Offer there. */
  mkBOfferID?: string;
  /** Plan there. */
  mkBPlanID?: string;
  /** What was sold. */
  billingModel?: string;
  /** Our buyer. */
  buyerID?: string;
  /** The earning. */
  earningID?: string;
  /** What the seller gets, in USD. */
  earningUsd?: number;
  /** Our entitlement. */
  entitlementID?: string;
  /** When it is paid out, as expected. */
  estimatedPayoutMonth?: SqlNullTime;
  /** Date of the invoice. */
  invoiceDate?: SqlNullTime;
  /** When the buyer pays at the latest. */
  invoiceDueDate?: SqlNullTime;
  /** Invoice. */
  invoiceID?: string;
  /** Our offer. */
  offerID?: string;
  /** Our organization. */
  organizationID?: string;
  /** Payout. */
  paymentID?: string;
  /** When it was paid out. */
  paymentSentDate?: SqlNullTime;
  /** State of the payment of the buyer. */
  paymentStatus?: string;
  /** State of the payout. */
  payoutStatus?: string;
  /** Our product. */
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
  /** Address of the reseller. */
  resellerEmail?: string;
  /** The reseller. */
  resellerID?: string;
  /** State of the reseller. */
  resellerState?: string;
  /** What the buyer pays, in USD. */
  revenueUsd?: number;
  /** End of the term. */
  termEndDate?: string;
  /** Begin of the term. */
  termStartDate?: string;
  /** Date of the transaction. */
  transactionDate?: SqlNullTime;
};

/** Charges and usage of a day at marketplace C. */
export type BillingMkCChargeUsage = {
  /** Amount that is given up. */
  abandoned?: number;
  /** Account there. */
  accountID?: string;
  /** Our buyer. */
  buyerID?: string;
  /** What the buyer pays. */
  charges?: number;
  /** Currency. */
  currency?: string;
  /** What the seller gets. */
  dueVendor?: number;
  /** Our entitlement. */
  entitlementID?: string;
  /** Company that sells. */
  googleEntity?: string;
  /** Account in the insights. */
  insightAccountID?: string;
  /** Our offer. */
  offerID?: string;
  /** Place in the report. */
  ordinal?: number;
  /** Our organization. */
  organizationID?: string;
  /** Whether it is paid ahead. */
  paymentSchedule?: string;
  /** Kind of the payment. */
  paymentType?: string;
  /** Credit that paid ahead. */
  prepayCredits?: number;
  /** Our product. */
  productID?: string;
  /** Refund that was taken this month. */
  refundBalanceDeductedThisMonth?: number;
  /** Refund that is still to be taken. */
  refundBalanceOutstanding?: number;
  /** Why it was given back. */
  refundReason?: string;
  /** What was paid out. */
  released?: number;
  /** The day. */
  reportDate?: string;
  /** What was sold. */
  resource?: string;
  /** What was used. */
  sku?: string;
  /** Use of the trial. */
  trialUse?: number;
  /** Unit of the usage. */
  unit?: string;
  /** Units used. */
  usage?: number;
  /** Who used it. */
  usedBy?: string;
  /** What is held back. */
  withheld?: number;
};

/** The payment of a schedule that an invoice is of. */
export type BillingPaymentInstallmentDetail = {
  /** Amount. */
  amount?: number;
  /** When it is charged. */
  chargeOn?: string;
  /** What it is for. */
  description?: string;
};

/** How far paying has come. */
export type BillingPaymentStatus = 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'FAILED';

/** Money that moved, or is to move, between a wallet of a buyer and an invoice. */
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
  /** Identifier; the provider knows a repeat by it. */
  id?: string;
  /** Details. */
  info?: BillingPaymentTransactionInfo;
  /** Invoice that it pays. */
  invoiceID?: string;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Organization that sells. */
  organizationID?: string;
  /** Of a refund: the charge that it pays back. */
  parentID?: string;
  /** Payment provider; none for credit. */
  partner?: Partner;
  /** PENDING: not known to the provider yet; PROCESSING: under way there; SUCCESS and FAILED are ends. */
  status?: BillingPaymentStatus;
  /** Whether it pays, or pays back. */
  type?: BillingPaymentTransactionType;
  /** Wallet; none where the buyer had nothing to pay with. */
  walletID?: string;
  /** Kind of the wallet. */
  walletType?: BillingWalletType;
};

/** Details of a transaction, as its provider has them. */
export type BillingPaymentTransactionInfo = {
  /** The transfer; of what came by bank, which has neither wallet nor provider. */
  bankTransfer?: BankTransfer;
  /** When the invoice was issued. */
  invoiceDate?: string;
  /** What it did to the balance. */
  payABalanceTransaction?: PayABalanceTransaction;
  /** Disputes of the buyer about it. */
  payADisputes?: PayADispute[];
  /** Why it failed. */
  payAError?: PayAError;
  /** The charge. */
  payAPaymentIntent?: PayAPaymentIntent;
  /** The refund. */
  payARefund?: PayARefund;
  /** Some of it was refunded, or is being. */
  refundExists?: boolean;
};

/** CHARGE: from a wallet to an invoice; REFUND: some of that back. */
export type BillingPaymentTransactionType = 'CHARGE' | 'REFUND';

/** What a buyer pays direct sales with. */
export type BillingWallet = {
  /** Buyer whose it is. */
  buyerID?: string;
  /** When it was created. */
  creationTime?: string;
  /** Currency; it never changes, and pays invoices in the same only. A card without one pays invoices in any. */
  currency?: string;
  /** Since when it pays nothing more; null: never. */
  expireTime?: string | null;
  /** Identifier at the payment provider. */
  externalID?: string;
  /** Identifier. */
  id?: string;
  /** Details. */
  info?: BillingWalletInfo;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Displayed name. */
  name?: string;
  /** Organization that sells. */
  organizationID?: string;
  /** Payment provider that keeps it; none for credit. */
  partner?: Partner;
  /** Since when it pays. */
  startTime?: string;
  /** State. */
  status?: BillingWalletStatus;
  /** Of credit: what was given. */
  totalAmount?: number;
  /** Kind of wallet. */
  type?: BillingWalletType;
  /** Of credit: what was used, less what was refunded. */
  usedAmount?: number;
};

/** Details of a wallet. */
export type BillingWalletInfo = {
  /** When it was closed. */
  closeDate?: string;
  /** The means of payment at payment provider A. */
  payAPaymentMethod?: PayAPaymentMethod;
  /** Identifier of its set-up at payment provider A. */
  payASetupIntentId?: string;
};

/** State of a wallet. EXPIRED comes with time. */
export type BillingWalletStatus = 'ACTIVE' | 'DELETED' | 'PENDING_VERIFY' | 'EXPIRED' | 'CLOSED';

/** Kind of wallet: credit, or a means of payment. */
export type BillingWalletType = 'ach_debit' | 'bacs_debit' | 'card' | 'credit' | 'sepa_debit';

/** How other systems know a buyer, and what was sold to it. */
export type BuyerInfo = {
  /** Customer in invoicing system A. */
  billACustomerID?: string;
  /** Customer in credit system B. */
  billBCustomerId?: string;
  /** Amount that the seller can collect, without the marketplace’s fee. */
  collectableAmount?: number;
  /** Company of the buyer. */
  companyInfo?: CompanyInfo;
  /** Identifier in the seller’s own systems. */
  customerId?: string;
  /** Amount paid out to the seller. */
  disbursedAmount?: number;
  /** E-mail address. */
  emailAddress?: string;
  /** Answers of the signup form. */
  fields?: Record<string, unknown>;
  /** Amount sold. */
  grossAmount?: number;
  /** Amount invoiced. */
  invoicedAmount?: number;
  /** Language of its invoices; the organization’s when absent. */
  language?: InvoiceLanguage;
  /** Who changed it last. */
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
  /** How direct sales are paid. */
  paymentConfig?: PaymentConfig;
  /** Signed address of the buyer’s page; it opens without login. */
  spaUrl?: string;
};

/** When an entitlement is to be cancelled. */
export type CancellationSchedule = {
  /** Day of the cancellation, for type SpecificDate. */
  cancelDate?: string;
  /** When it was scheduled. */
  creationDate?: string;
  /** Reason. */
  note?: string;
  /** What decides the day. */
  type?: string;
};

/** A company that sells for the organization, or brings it customers. */
export type ChannelPartner = {
  /** Who created it. */
  createdBy?: string;
  /** When it was created. */
  creationTime?: string;
  /** Identifier. */
  id?: string;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Organization that it sells for. */
  organizationID?: string;
  /** How marketplaces know it. An account is one channel partner’s. */
  accounts?: MarketplaceAccount[];
  /** People there: contacts of the organization. */
  contactIds?: string[];
  /** Its account in CRM A. */
  crmAAccountId?: string;
  /** Its company in CRM B. */
  crmBCompanyId?: string;
  /** Its account in CRM C. */
  crmCAccountId?: string;
  /** Its domains, each as it was registered; no domain of a mail provider. Names below one stand for it. */
  domains?: string[];
  /** Name; required. */
  name?: string;
  /** Notes of the organization; the channel partner never sees them. */
  notes?: string;
  /** The member who looks after it; nobody once the member has left. */
  ownerId?: string;
  status?: ChannelPartnerStatus;
  /** Its tier. */
  tierId?: string;
  type?: ChannelPartnerType;
};

/** What was agreed on with a channel partner: what it sells where, for which share, and when. */
export type ChannelPartnerAgreement = {
  /** The channel partner. */
  channelPartnerId?: string;
  /** Who created it. */
  createdBy?: string;
  /** When it was created. */
  creationTime?: string;
  /** Identifier. */
  id?: string;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Organization. */
  organizationID?: string;
  /** Where it may be sold: ISO 3166-1 alpha-2, in any letter case; everywhere when there are none. */
  countries?: string[];
  /** The day on which it is over; without one, it is open. A notice comes 30 days before. */
  endDate?: string | null;
  /** What was signed: a file of the organization, which cannot be deleted meanwhile. */
  fileId?: string;
  /** Name; that of the channel partner unless it is given. */
  name?: string;
  /** What may be sold; all products when there are none. */
  productIds?: string[];
  /** What the channel partner has of it; required. From 0 to 100, with four decimals at most. */
  share?: number;
  /** The day on which it begins; required. */
  startDate?: string;
};

/** What a channel partner brought in some days. */
export type ChannelPartnerReport = {
  /** The channel partner. */
  channelPartnerId?: string;
  /** The deal registrations that were created. */
  deals?: ChannelPartnerReportDeals[];
  /** The last day, in UTC. */
  endDate?: string;
  /** The entitlements that began. */
  entitlements?: ChannelPartnerReportEntitlements[];
  /** The offers that became due to it. */
  offers?: ChannelPartnerReportOffers[];
  /** Amounts, each currency apart; exact, and not rounded. */
  sales?: ChannelPartnerReportSales[];
  /** The first day, in UTC. */
  startDate?: string;
};

/** Deal registrations of one state and currency. */
export type ChannelPartnerReportDeals = {
  /** What they may come to. */
  amount?: number;
  /** How many there are. */
  count?: number;
  /** Currency; absent of those without one. */
  currency?: string;
  /** State now. */
  status?: string;
};

/** Entitlements of one kind of attribution and currency. */
export type ChannelPartnerReportEntitlements = {
  /** How many there are. */
  count?: number;
  /** Currency; absent of those without one. */
  currency?: string;
  kind?: AttributionKind;
};

/** Offers of one state and currency. */
export type ChannelPartnerReportOffers = {
  /** How many there are. */
  count?: number;
  /** Currency; absent of those without one. */
  currency?: string;
  /** State now. */
  status?: string;
};

/** What was sold of one kind of attribution and currency. */
export type ChannelPartnerReportSales = {
  /** Of how many entitlements it is. */
  count?: number;
  /** Currency of the amounts. */
  currency?: string;
  /** The share of the sales whose money came in these days, whenever they were made. */
  earnedShare?: number;
  /** The share of the sales of these days. Of what is resold nothing is owed. */
  expectedShare?: number;
  /** What buyers pay for the sales of these days, without tax. */
  gross?: number;
  kind?: AttributionKind;
};

/** State of a channel partner: deal registrations of ACTIVE ones are taken and approved. */
export type ChannelPartnerStatus = 'PROSPECT' | 'ACTIVE' | 'SUSPENDED' | 'TERMINATED';

/** A rank of channel partners. */
export type ChannelPartnerTier = {
  /** When it was created. */
  creationTime?: string;
  /** Identifier. */
  id?: string;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Organization. */
  organizationID?: string;
  /** Name; required. */
  name?: string;
  /** Days for which an approved deal registration protects its customer. */
  protectionDays?: number;
  /** Its place: 1 is the first. No two have the same; required. */
  rank?: number;
  /** What a channel partner has of what it sells, unless an agreement says otherwise; required. From 0 to 100, with four decimals at most. */
  share?: number;
};

/** What a channel partner does. */
export type ChannelPartnerType = 'RESELLER' | 'REFERRAL' | 'DISTRIBUTOR' | 'SERVICES';

/** Work that another operation enqueued */
export type ChildOperationDetails = {
  /** When it ended */
  endTime?: string;
  /** The identifier of the operation */
  id?: string;
  /** How it ended; before that, what went wrong at the last try. For people */
  message?: string;
  /** What it does. For people */
  name?: string;
  /** When it was asked for */
  startTime?: string;
  /** RUNNING also while it waits for its turn or for another try. Other values may come */
  status?: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | (string & {});
  /** Always TemporalWorkflow, as existing clients know it */
  type?: string;
  /** What it is about, who asked for it, how often it was tried and when it is tried next */
  memo?: Record<string, unknown>;
  /** The run: an operation has one, tries included */
  runId?: string;
  /** One level is shown */
  childWorkflowOperations?: null;
};

/** The page on which buyers sign up. */
export type ClientSignupPageConfigInfo = {
  /** Addresses that get a copy of the mail about a signup. */
  ccEmails?: string[];
  /** Logo of the seller. */
  companyLogoUrl?: string;
  /** Name of the seller on the page. */
  companyName?: string;
  /** Template of the mail. */
  customEmailTemplate?: string;
  /** Template of the page. */
  customTemplate?: string;
  /** Whether the mail uses its template. */
  enableCustomEmailTemplate?: boolean;
  /** Whether the page uses its template. */
  enableCustomTemplate?: boolean;
  /** Whether entitlements of the last 3 days without a signup are reported. */
  enableHeadlessEntitlementsReport?: boolean;
  /** Whether a signup updates the buyer. */
  enableUpdateBuyer?: boolean;
  /** Whether the marketplace’s logo is left out. */
  hideCloudPartnerLogo?: boolean;
  /** Picture of the page. */
  landingImageUrl?: string;
  /** Subject of the mail. */
  notificationEmailSubject?: string;
  /** Text added to the mail. */
  publicNotes?: string;
  /** Identifier of the page; given by the service. */
  signupId?: string;
  /** Video on the page. */
  videoLink?: string;
};

/** A flat fee that the buyer commits to, once or repeatedly. */
export type CommitDimension = {
  /** Whether the buyer chooses the quantity when accepting. */
  buyerQuantityConfigurable?: boolean;
  /** Group that the commit is shown in. */
  category?: string;
  /** What is bought, for the buyer. */
  description?: string;
  /** Whether a person added it rather than the marketplace’s listing. */
  isUserCreated?: boolean;
  /** API name of the commit. */
  key?: string;
  /** Length of the commit in `timeUnit`, no longer than the term: a shorter one recurs. With 0 it counts once, until `termEndTime`. */
  length?: number;
  /** Most seats, of a commit by seat. */
  maximumUsers?: number;
  /** Fewest seats, of a commit by seat. */
  minimumUsers?: number;
  /** Displayed name. */
  name?: string;
  /** Units committed to. */
  quantity?: number;
  /** Price of one unit for `length`, after discounts, up to 8 decimals; without a length for the whole term, on marketplace C for a month. */
  rate?: number;
  /** Length in words, for display. */
  term?: string;
  /** End of the commit, when it has no length; a bare date is its midnight in UTC, the day itself is out. */
  termEndTime?: string;
  /** Unit of `length`. */
  timeUnit?: 'DAY' | 'MONTH' | 'YEAR' | (string & {});
  /** Whether the commit is flat or by seat. */
  type?: string;
  /** What the commit serves: metering, entitlement or external metering. */
  types?: string[];
};

/** A line of an invoice: what a commit costs. */
export type CommitRevenueDetail = {
  /** Until when it is for. */
  endDate?: string;
  /** Since when it is for. */
  startDate?: string;
  /** What it costs in this time, rounded half up to the coin. */
  amount?: number;
  /** What it is. */
  description?: string;
  /** How it was reckoned. */
  expression?: string;
  /** Key of the commit. */
  key?: string;
  /** Displayed name. */
  name?: string;
  /** How many. */
  quantity?: number;
  /** Its fee. */
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
  /** Since when this holds. */
  validFrom?: string;
};

/** A person who is notified of changes. */
export type Contact = {
  /** Company of the person. */
  company?: string;
  /** E-mail address. */
  email?: string;
  /** Name of the person. */
  name?: string;
};

/** Field names of one CRM where they differ from the usual ones; one for each CRM. */
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
  /** Settings of the two. */
  info?: CosellPairConfigInfo;
};

/** How co-sell records of one system fill another. */
export type CosellFillerConfigInfo = {
  /** System that is read. */
  from?: Partner;
  /** When this last changed; set by the service. */
  lastModifyTime?: string;
  mappingInfo?: CosellFillerFieldMappingInfo;
  /** System that is filled. */
  to?: Partner;
  /** Version of the mapping’s form. */
  version?: string;
};

/** Which field fills which. */
export type CosellFillerFieldMappingInfo = Record<string, unknown>;

/** Where co-sell signals are used. */
export type CosellIntelligenceConfigInfo = {
  /** Older switch; holds where a marketplace’s own is unset. */
  cosellIntelligenceSignalsEnabled?: boolean;
  /** Switch for marketplace A; null leaves it to the older switch. */
  mkASignalsEnabled?: boolean | null;
  /** Switch for marketplace B; null leaves it to the older switch. */
  mkBSignalsEnabled?: boolean | null;
  /** Switch for marketplace C; null leaves it to the older switch. */
  mkCSignalsEnabled?: boolean | null;
};

/** Settings of a CRM and a marketplace together. */
export type CosellPairConfigInfo = Record<string, unknown>;

/** What an addon template is to be. */
export type CreateAndUpdateAddonParams = {
  /** Amount to charge. */
  amount?: number;
  /** What it is for; an empty text takes it away. */
  description?: string;
  /** Displayed name. */
  name?: string;
};

/** A buyer of direct sales, to be made. */
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
  /** Language of its invoices; the organization’s when absent. */
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
  /** How direct sales are paid. */
  paymentConfig?: PaymentConfig;
  /** PAYA or PAYB, or none: buyers of marketplaces come with what they buy. */
  partner?: Partner;
  /** Identifier at payment provider B. */
  payBCustomerId?: string;
};

/** Credit for a buyer, to be given. */
export type CreateCreditWalletParams = {
  /** Currency; that of the buyer’s payments when absent, else USD. */
  currency?: string;
  /** Since when it pays nothing more; null or absent: never. */
  expireTime?: string | null;
  /** Displayed name. */
  name?: string;
  /** Since when it pays; now when absent. */
  startTime?: string;
  /** What is given; nothing when absent. */
  totalAmount?: number;
};

/** A direct sale that was agreed on elsewhere. */
export type CreateEntitlementParams = {
  /** Buyer; required. */
  buyerId?: string;
  /** When it ends; null: as the offer says. In the past: it is CANCELLED at once. A bare date is its midnight in UTC: that day is out. */
  endDate?: string | null;
  /** Offer of a direct sale that the buyer accepted; required. */
  offerId?: string;
  /** The organization; the one in the path counts. */
  organizationId?: string;
  /** When it starts, also in the past or in the future; null: now. A bare date is its midnight in UTC: that day is in. */
  startDate?: string | null;
};

/** An organization to create. */
export type CreateOrganizationParams = {
  /** Name of the organization. */
  name: string;
  /** What it is. */
  description?: string | null;
  /** Address of its website. */
  website?: string | null;
  /** Domain that members’ addresses must have: the caller’s own, or none. */
  emailDomain?: string | null;
  /** Kind of organization. */
  type?: string | null;
  /** Whether partners are real or played. */
  environment?: OrganizationEnvironment;
};

/** A role to create. */
export type CreateRoleParams = {
  /** Name of the role: 2 to 50 capital letters, digits and underscores, a letter first. */
  name: string;
  /** What the role is for. */
  description?: string | null;
  /** What the role allows: organization:read in any case, and nothing beyond what the caller may do. */
  permissions: Permission[];
};

/** A file to attach. */
export type CreateSupportTicketAttachmentRequest = {
  /** The file: PDF, DOCX, plain text (UTF-8), HTML, PNG, JPEG, GIF or WebP. */
  file?: Blob | string;
};

/** What was used of one entitlement at one time. Entitlement and organization are those of the path. */
export type CreateUsageRecordGroupParams = {
  /** Usage by billable metric, in place of `records`. */
  billableRecords?: MeteringUsageRecord[];
  /** Entitlement that it was used of. */
  entitlementID?: string;
  /** Identifier, best a UUIDv7. Reporting it once more with the same content answers the first record (R60). */
  id?: string;
  /** Where it comes from. */
  metaInfo?: MeteringUsageRecordGroupMetaInfo;
  /** Quantities by key of dimension, or by its name where only one has it: 1 to 100. */
  records?: Record<string, number>;
  /** When it was used; the time of the call when absent. */
  timestamp?: string;
  /** Organization, as in the path. */
  organizationID?: string;
};

/** Something that stands in the way of a deal registration. */
export type DealConflict = {
  /** Whose deal registration it is. */
  channelPartnerId?: string;
  /** Identifier of the other record. */
  id?: string;
  /** Which record it is. */
  kind?: DealConflictKind;
  /** Name of the other record. */
  name?: string;
  /** The products of both. */
  productIds?: string[];
  /** By what the customer is the same: DOMAIN, ACCOUNT or CRM_ACCOUNT. */
  reason?: 'DOMAIN' | 'ACCOUNT' | 'CRM_ACCOUNT' | (string & {});
  /** State of the other record. */
  status?: string;
};

/** What stands in the way of a deal registration. */
export type DealConflictKind = 'DEAL_REGISTRATION' | 'OFFER' | 'ENTITLEMENT' | 'REFERRAL';

/** What stands in the way of a deal registration now. */
export type DealConflicts = {
  /** At most 100 of each kind. */
  conflicts?: DealConflict[];
};

/** Who the customer of a deal registration is. Before it is submitted, one of domain, account and crmAAccountId is needed. */
export type DealCustomer = {
  /** How a marketplace knows it. */
  account?: MarketplaceAccount;
  /** ISO 3166-1 alpha-2, in any letter case. */
  country?: string;
  /** Its account in CRM A. */
  crmAAccountId?: string;
  /** Its domain, as it was registered; no domain of a mail provider. A name below one stands for it. */
  domain?: string;
  /** Its name. */
  name?: string;
};

/** A customer that a channel partner says it brings. While it is APPROVED, the customer is protected for it. */
export type DealRegistration = {
  /** The channel partner; required, and never changed. */
  channelPartnerId?: string;
  /** What was said when it ended. */
  closeMessage?: string;
  /** When it ended. */
  closeTime?: string;
  /** Who created it. */
  createdBy?: string;
  /** When it was created. */
  creationTime?: string;
  /** Who decided on it. */
  decidedBy?: string;
  /** What was said with the decision. */
  decisionMessage?: string;
  /** When it was decided on. */
  decisionTime?: string;
  /** The entitlement that won it. */
  entitlementID?: string;
  /** Whether something stood in its way when it was submitted. */
  hasConflict?: boolean;
  /** Identifier. */
  id?: string;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** The offer that won it. */
  offerID?: string;
  /** Organization. */
  organizationID?: string;
  /** The deal registration that took its protection, or some of it. */
  overriddenBy?: string;
  /** Why it was approved against another one that protected the customer. */
  overrideReason?: string;
  /** The products for which the customer is protected now. */
  protectedProductIds?: string[];
  /** When the protection ends, or ended. */
  protectionEndTime?: string;
  /** How far it is. */
  status?: DealRegistrationStatus;
  /** When it was submitted last. */
  submissionTime?: string;
  /** Who submitted it last. */
  submittedBy?: string;
  /** What it may come to; not negative, in coins of the currency, which it needs. */
  amount?: number;
  /** Currency of the amount. */
  currency?: string;
  /** The customer. */
  customer?: DealCustomer;
  /** The day on which it may be won. */
  expectedCloseDate?: string;
  /** Name. */
  name?: string;
  /** Notes, which the channel partner sees, too. */
  notes?: string;
  /** What the customer is to buy; one product at least before it is submitted. */
  productIds?: string[];
};

/** What is said with a step of a deal registration. */
export type DealRegistrationNote = {
  /** What is said with it; the channel partner sees it, too. */
  message?: string;
};

/** State of a deal registration. */
export type DealRegistrationStatus = 'DRAFT' | 'SUBMITTED' | 'ACTION_REQUIRED' | 'APPROVED' | 'REJECTED' | 'WON' | 'LOST' | 'EXPIRED' | 'WITHDRAWN';

/** An instance as marketplace D describes it. */
export type DescribeInstanceBody = {
  /** Where the instance was activated. */
  ActiveAddress?: string;
  /** Application details, as JSON text. */
  AppJson?: string;
  /** Whether the instance renews by itself. */
  AutoRenewal?: string;
  /** Start, in milliseconds of the epoch. */
  BeganOn?: number;
  /** Component details, as JSON text. */
  ComponentJson?: string;
  /** Limits of the instance. */
  Constraints?: string;
  /** Creation, in milliseconds of the epoch. */
  CreatedOn?: number;
  /** End, in milliseconds of the epoch. */
  EndOn?: number;
  /** Further details, as JSON text. */
  ExtendJson?: string;
  /** Host details, as JSON text. */
  HostJson?: string;
  /** Identifier of the instance. */
  InstanceId?: number | string;
  /** Whether it is a trial. */
  IsTrial?: boolean;
  /** Code of the license. */
  LicenseCode?: string;
  /** Modules bought. */
  Modules?: MkDModules;
  /** Order that it came from. */
  OrderId?: number | string;
  /** Code of the product. */
  ProductCode?: string;
  /** Name of the product. */
  ProductName?: string;
  /** Code of the product’s variant. */
  ProductSkuCode?: string;
  /** Kind of product. */
  ProductType?: string;
  /** State of what belongs to it. */
  RelationalData?: MkDRelationalData;
  /** State of the instance. */
  Status?: string;
  /** Name of the seller. */
  SupplierName?: string;
};

/** An order as marketplace D describes it. */
export type DescribeOrderBody = {
  /** Accounts bought. */
  AccountQuantity?: number;
  /** Account of the buyer. */
  AliUid?: number | string;
  /** Components bought. */
  Components?: Record<string, unknown>;
  /** Amount paid by coupon. */
  CouponPrice?: number;
  /** Creation, in milliseconds of the epoch. */
  CreatedOn?: number;
  /** Instances made from the order. */
  InstanceIds?: MkDInstanceIds;
  /** Identifier of the order. */
  OrderId?: number | string;
  /** State of the order. */
  OrderStatus?: string;
  /** Kind of order. */
  OrderType?: string;
  /** Price before discounts. */
  OriginalPrice?: number;
  /** Payment, in milliseconds of the epoch. */
  PaidOn?: number;
  /** State of the payment. */
  PayStatus?: string;
  /** Amount paid. */
  PaymentPrice?: number;
  /** Unit of the period bought. */
  PeriodType?: string;
  /** Code of the product. */
  ProductCode?: string;
  /** Name of the product. */
  ProductName?: string;
  /** Code of the product’s variant. */
  ProductSkuCode?: string;
  /** Periods bought. */
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

/** How the commit of the term that runs is divided. */
export type DivideEntitlementCommitParams = {
  /** Amount to divide, at most what is left of the commit; 0, less or absent: all that is left, as credit. */
  commitAmount?: number;
  /** When the parts start, one after the other; the first with the term. Required. */
  startDates?: string[];
};

/** How members are notified of one scope by e-mail. */
export type EmailNotificationScopeEventConfig = {
  /** Addresses that get a hidden copy. */
  bccRecipients?: string[];
  /** Addresses that get a copy. */
  ccRecipients?: string[];
  /** Whether the scope is sent. */
  enabled?: boolean;
  /** Groups of people around the entity that are notified. */
  roleGroups?: string[];
  /** Sender of its own; otherwise the default one. */
  senderEmail?: string;
  /** Subject instead of the usual one. */
  subjectOverride?: string;
  /** Template instead of the usual one. */
  templateOverride?: string;
  /** Addresses that are notified. */
  recipients?: string[];
};

/** Proof of an e-mail address. */
export type EmailVerification = {
  /** What stood in the link of the mail. */
  token: string;
  /** Password: 12 to 200 characters, not the e-mail address. */
  password: string;
};

/** A channel partner to which an entitlement is due, as its offer was when it was accepted. */
export type EntitlementAttribution = {
  basis?: AttributionBasis;
  /** The channel partner; required. */
  channelPartnerId?: string;
  /** When it was made. */
  creationTime?: string;
  /** The deal registration that was won, where that is why. */
  dealRegistrationId?: string;
  /** Identifier. */
  id?: string;
  kind?: AttributionKind;
  /** Organization. */
  organizationID?: string;
  /** What the channel partner has of it; those of one offer come to 100 at most. Required. From 0 to 100, with four decimals at most. */
  share?: number;
  /** The first day of revenue that is not; null while it goes on. */
  endDate?: string | null;
  /** The entitlement. */
  entitlementID?: string;
  /** The offer that was accepted; absent of what was bought without one. */
  offerID?: string;
  /** The first day of revenue; null: from the beginning. */
  startDate?: string | null;
};

/** The terms and figures of a purchase. */
export type EntitlementInfo = {
  /** Amounts added. */
  addons?: BillingAddonRecord[];
  /** Days before the end at which notice is given. */
  alertDaysBeforeEnd?: number;
  /** Recurring value of a year, in `currency`; null when paid by usage, once, or not reckonable. */
  annualizedAmount?: number | null;
  /** Whether it renews by itself. */
  autoRenew?: boolean;
  /** Usage prices by billable metric. */
  billableDimensions?: BillableDimension[];
  /** When billing periods begin. */
  billingCycle?: string;
  /** Months between invoices, as in the offer. */
  billingIntervalInMonths?: number;
  /** Where the buyer manages the purchase on the marketplace. */
  buyerManagementURL?: string;
  /** Amount that the seller can collect, without the marketplace’s fee. */
  collectableAmount?: number;
  /** What the whole time that was bought or renewed costs on the present terms; the sum of instalments, if there are any. Terms carry their shares of it by UTC days. */
  commitAmount?: number;
  /** Flat fees. */
  commits?: CommitDimension[];
  /** Currency of all amounts. */
  currency?: string;
  /** How the software reaches the buyer. */
  deliveryMethod?: string;
  /** Usage prices by marketplace dimension, the first 50; the others are on the offer. */
  dimensions?: MeteringDimension[];
  /** Whether there are more than 50 dimensions. */
  dimensionsOversized?: boolean;
  /** Amount paid out to the seller. */
  disbursedAmount?: number;
  /** Which license agreement holds. */
  eulaType?: 'SCMP' | 'ECMP' | 'RCMP' | 'CUSTOM' | 'ISV' | 'CURRENT' | (string & {});
  /** Where the license agreement is. */
  eulaUrl?: string;
  /** Whether this was taken from the offer because the agreement showed none of it. */
  fallbackFromOffer?: boolean;
  /** Days in which an invoice stays a draft for review. */
  gracePeriodInDays?: number;
  /** Committed amount together with metered usage. */
  grossAmount?: number;
  /** Amount invoiced. */
  invoicedAmount?: number;
  /** Whether usage is charged only above the commit instead of in full beside it. */
  isMeteringOverageCommit?: boolean;
  /** Agreement on marketplace A. */
  mkAAgreement?: MkAAgreement;
  /** Where the agreement can be read as PDF; marketplace A. */
  mkAAgreementPdfURL?: string;
  /** Reseller on marketplace A. */
  mkAChannelPartner?: MkAChannelPartner;
  /** Rights by dimension on marketplace A. */
  mkAEntitlements?: MkAEntitlement[] | null;
  /** License, where a buyer has several agreements at once; marketplace A. */
  mkALicenseArn?: string;
  /** Offer set that the accepted offer belongs to; marketplace A. */
  mkAOfferSetId?: string;
  /** Order on marketplace B, by which revenue is matched when `externalID` does not. */
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
  /** Days in which an invoice is to be paid. */
  netTermsInDays?: number;
  /** Whether it came from a listed or a negotiated offer. */
  offerVisibility?: string;
  /** Payments on dates. */
  paymentInstallments?: PaymentInstallment[];
  /** Whether the buyer pays ahead. */
  paymentSchedule?: string;
  /** Whether broken billing periods are charged in part. */
  proratedBilling?: boolean;
  /** When the buyer may cancel and is paid back. */
  refundCancellationPolicy?: string;
  /** Notes of the seller, hidden from the buyer. */
  sellerNotes?: string;
  /** Signed address of the entitlement’s page; it opens without login and can be given to the buyer. */
  spaUrl?: string;
  /** Tax numbers that tax is reckoned with. */
  taxIds?: string[];
  /** Trial. */
  trialConfig?: TrialConfig;
  /** Vendor of the product, from its listing. */
  vendorName?: string;
};

/** State of an entitlement. */
export type EntitlementStatus = 'ACTIVE' | 'CANCELLED' | 'DELETED' | 'PENDING_CANCEL' | 'PENDING_START' | 'SUSPENDED';

/** How a term came about and is divided. */
export type EntitlementTermInfo = {
  /** Fractions that a marketplace of whole quantities could not take yet, by dimension; marketplace A. */
  dimensionQuantityDecimalParts?: Record<string, number | null>;
  /** Whether the commit is divided among sub terms. */
  isCommitDivided?: boolean;
  /** Term that this sub term is a part of. */
  parentEntitlementTermId?: string;
  /** Sub terms of a divided commit. */
  subEntitlementTermIds?: string[];
  /** What began the term. */
  type?: string;
};

/** The value of an entitlement, in the one member that fits. */
export type EntitlementValue = {
  /** A yes-or-no value. */
  booleanValue?: boolean;
  /** A decimal value. */
  doubleValue?: number;
  /** An integer value. */
  integerValue?: number;
  /** A text value. */
  stringValue?: string;
};

/** Events after a place in the organization’s trail. */
export type EventFeed = {
  /** The events, in order; empty when there is none yet. */
  events?: Record<string, unknown>[];
  /** The place to ask after next. */
  position?: number;
};

/** What a file is for. */
export type FilePurpose = 'EULA' | 'ATTACHMENT';

/** A file and what it is for. */
export type FileUpload = {
  /** The file: PDF, DOCX, plain text (UTF-8) or HTML. */
  file?: Blob | string;
  /** Name to download it with; the name that it was sent with when absent. */
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
  /** When this last changed; set by the service. */
  lastModifyTime?: string;
  /** Which field fills which. */
  mappingInfo?: FundingApplicationFieldMappingInfo;
  /** Programme that funds. */
  programType?: string;
};

/** Which field fills which in a funding application. */
export type FundingApplicationFieldMappingInfo = Record<string, unknown>;

/** What a report is of. */
export type GetRevenueReportParams = {
  /** Only this buyer. */
  buyerID?: string;
  /** Last day, in UTC; today when absent. */
  endDate?: string;
  /** Only this entitlement. */
  entitlementID?: string;
  /** What each record is of; month when absent. */
  groupBy?: GroupByInterval;
  /** The organization: the one of the path, whatever it says. */
  organizationID?: string;
  /** The marketplace. */
  partner?: Partner;
  /** Only this product. */
  productID?: string;
  /** The amount. */
  reportType?: RevenueReportType;
  service?: RevenueReportService;
  /** First day, in UTC; twelve months before the last one when absent. */
  startDate?: string;
};

/** What a record of a report is of. */
export type GroupByInterval = 'day' | 'month';

/** A program that may call: an OAuth application of the client-credentials grant. */
export type IdentityApiClient = {
  /** Its identifier, and the client_id that it asks for tokens with. */
  id?: string;
  /** The organization. */
  organizationID?: string;
  /** A name to know it by. */
  name?: string;
  /** What it is for. */
  description?: string;
  /** What it may do in this organization: ADMIN, EDITOR, VIEWER, or a role of the organization’s own */
  role?: string;
  /** The channel partner for which it acts: it reaches the partner portal then and nothing else, whatever its role allows. */
  channelPartnerId?: string;
  type?: ApiClientType;
  /** Who keeps the client: always tradepost. */
  provider?: string;
  /** The client_secret: answered once, when it is made, and never again. */
  secret?: string;
  /** Never answered. */
  apiKeyHash?: string;
  /** Never answered. */
  info?: number[];
  /** Until when the secret before the last rotation is good too. */
  previousSecretExpireTime?: string;
  /** The organization that it belongs to: which renews its secret and deletes it. */
  homeOrganizationID?: string;
  /** Where it may act, as far as this organization may know. */
  organizationIDs?: string[];
  /** Who made it. */
  createdBy?: string;
  /** Since when it may act in this organization. */
  creationTime?: string;
  /** When it was last changed. */
  lastUpdateTime?: string;
};

/** A customer of the organization. */
export type IdentityBuyer = {
  /** Company that the buyer belongs to. */
  companyID?: string;
  /** Contacts of the buyer. */
  contactIds?: string[];
  /** When it was created. */
  creationTime?: string;
  /** Note on the buyer. */
  description?: string;
  /** Identifier on the marketplace. */
  externalID?: string;
  /** Identifier. */
  id?: string;
  /** How other systems know it. */
  info?: BuyerInfo;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Buyer that this one became part of; in events only. */
  mergedInto?: string;
  /** Name of the buyer. */
  name?: string;
  /** Organization that sells to it. */
  organizationID?: string;
  /** Where it buys. */
  partner?: Partner;
  /** Key under which the logo is kept. */
  s3KeyLogo?: string;
};

/** A person at a buyer. */
export type IdentityContact = {
  /** When it was created. */
  creationTime?: string;
  /** E-mail address; of two contacts with one, in any letter case, there is one. */
  emailAddress?: string;
  /** Identifier. */
  id?: string;
  /** Details. */
  info?: IdentityContactInfo;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Name of the person. */
  name?: string;
  /** Organization that keeps it. */
  organizationID?: string;
};

/** Details of a contact. */
export type IdentityContactInfo = {
  /** Where the company is. */
  companyLocation?: string;
  /** Company of the person. */
  companyName?: string;
  /** Who changed it last. */
  lastModifiedBy?: string;
  /** Where the contact came from. */
  partner?: Partner;
  /** Telephone number. */
  phoneNumber?: string;
  /** Role of the person. */
  role?: string;
};

/** The connection of an organization to a service of a partner: one for each. */
export type IdentityIntegration = {
  /** Its identifier. */
  id?: string;
  /** The organization. */
  organizationID?: string;
  /** The partner. */
  partner?: Partner;
  /** The service; when absent MARKETPLACE, CRM, BILLING or PAYMENT as the partner is, else DEFAULT. */
  service?: IntegrationService;
  info?: IntegrationInfo;
  /** What the partner is entered with. Its values are encrypted and never answered, only their names. */
  credentials?: Record<string, unknown>;
  /** Whether the partner takes the credentials. */
  status?: IntegrationStatus;
  /** Why the last verification failed. */
  statusMessage?: string;
  /** When it was last verified. */
  lastVerifyTime?: string;
  /** When the first of its secrets ends, where the partner says so. */
  secretEndTime?: string;
  /** Whether calls to the partner are answered. */
  health?: IntegrationHealth;
  /** Who created it. */
  createdBy?: string;
  /** When it was created. */
  creationTime?: string;
  /** Who last changed it. */
  lastUpdatedBy?: string;
  /** When it was last changed. */
  lastUpdateTime?: string;
};

/** A person or tenant as marketplace B knows it. */
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
  /** Kind of license held. */
  licenseType?: string;
  /** Identifier in the tenant’s directory. */
  objectId?: string;
  /** Portable identifier of the person. */
  puid?: string;
  /** Tenant that the person belongs to. */
  tenantId?: string;
};

/** Something that was tried at the partner, without changing anything there. */
export type IntegrationCheck = {
  /** What was tried, as a name: assumeRole … */
  name?: string;
  /** Whether the partner let us. */
  passed?: boolean;
  /** What to do about it, where it did not. */
  message?: string;
};

/** BAD: for ten minutes or longer no call of one kind was answered. Absent where nothing was called. */
export type IntegrationHealth = 'GOOD' | 'BAD';

/** Settings of the connection. In answers secrets are replaced by stars. */
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

/** Which of the partner’s services is connected; any letter case is accepted. */
export type IntegrationService = 'DEFAULT' | 'MARKETPLACE' | 'ACE' | 'ANTHROPIC' | 'BIGQUERY' | 'BILLING' | 'CHATBOT' | 'COSELL' | 'CRM' | 'CPQ' | 'DATABASE' | 'DRIVE' | 'EMAIL' | 'GEMINI' | 'LEDGERA' | 'LEDGERB' | 'PAYMENT' | 'STORAGE' | 'TEAMS';

/** What is to be done at the partner, so that it lets us in. */
export type IntegrationSetup = {
  /** The values to enter there. They are made by the service. */
  values?: IntegrationSetupValue[];
  /** The steps, in Markdown. */
  steps?: string;
};

/** A value to enter at the partner. */
export type IntegrationSetupValue = {
  /** What it is called there. */
  name?: string;
  /** The value. */
  value?: string;
  /** What it is for. */
  description?: string;
};

/** CREATED: not verified since the settings were last changed. */
export type IntegrationStatus = 'CREATED' | 'VERIFIED' | 'NOT_VERIFIED';

/** How the calls of one kind fare. Written down about once a minute. */
export type IntegrationStream = {
  /** Which calls. */
  stream?: IntegrationStreamName;
  /** When the partner last answered one. */
  lastSuccessTime?: string;
  /** Since when none was answered; absent where the last one was. */
  failingSince?: string;
  /** How far behind it is, in milliseconds: for how long nothing was answered, or how late the last notification came. */
  lagMs?: number;
  /** What the last failure was. */
  lastError?: string;
  /** When that was. */
  lastErrorTime?: string;
};

/** What calls of the partner are about; IMPORT, CHANGES and COMPARISON are readings of all that it has, or of what has changed. */
export type IntegrationStreamName = 'NOTIFICATIONS' | 'OFFERS' | 'AGREEMENTS' | 'PRODUCTS' | 'USAGE' | 'REVENUE' | 'IMPORT' | 'CHANGES' | 'COMPARISON';

/** What the last verification of an integration found, and how its calls fare. */
export type IntegrationVerification = {
  /** The integration. */
  id?: string;
  /** The partner. */
  partner?: Partner;
  /** The service. */
  service?: IntegrationService;
  /** Whether the partner takes the credentials. */
  status?: IntegrationStatus;
  /** Why not. */
  statusMessage?: string;
  /** When it was last verified, which happens each hour by itself. */
  lastVerifyTime?: string;
  /** What was tried, one by one. */
  checks?: IntegrationCheck[];
  /** The account at the partner, as the partner names it. */
  account?: string;
  /** When the first of the secrets ends, where the partner says so. */
  secretEndTime?: string;
  /** Whether calls to the partner are answered. */
  health?: IntegrationHealth;
  /** How the calls fare, by kind: those of which there were any. */
  streams?: IntegrationStream[];
  /** How much waits until the partner lets us in again, up to 10,000. */
  waitingJobs?: number;
};

/** An invitation. */
export type InviteMemberParams = {
  /** Address that the invitation goes to. */
  email: string;
  /** Role to be had. */
  role?: string;
  /** Name, until the person has given one. */
  name?: string;
  /** The channel partner for which it acts: it reaches the partner portal then and nothing else, whatever its role allows. */
  channelPartnerId?: string | null;
};

/** A fee that was added. */
export type InvoiceAddFixedFee = {
  /** Until when it is for. */
  endDate?: string;
  /** How many. */
  quantity?: number;
  /** Price of one. */
  rate?: number;
  /** Why. */
  reason?: string;
  /** Since when it is for. */
  startDate?: string;
};

/** A discount on a dimension. */
export type InvoiceAdjustDiscountByDimension = {
  /** The dimension. */
  dimensionKey?: string;
  /** The discount. */
  discount?: BillingDiscount;
  /** Why. */
  reason?: string;
};

/** A least amount of a dimension. */
export type InvoiceAdjustMinimumSpendByDimension = {
  /** The dimension. */
  dimensionKey?: string;
  /** The least amount. */
  minimumSpend?: number;
  /** Why. */
  reason?: string;
};

/** A discount on the whole invoice. */
export type InvoiceAdjustOverallDiscount = {
  /** The discount. */
  discount?: BillingDiscount;
  /** Why. */
  reason?: string;
};

/** The least amount of the whole invoice. */
export type InvoiceAdjustOverallMinimumSpend = {
  /** The least amount. */
  minimumSpend?: number;
  /** Why. */
  reason?: string;
};

/** Who issues the invoices of direct sales; each keeps it as it was when it was issued. */
export type InvoiceIssuer = {
  /** Postal address, with its lines. */
  address?: string;
  /** Where invoices are paid to. */
  bankDetails?: string;
  /** ISO 3166-1 alpha-2 code of the country, by which taxes are found. */
  country?: string;
  /** E-mail address of the seller on invoices. */
  emailAddress?: string;
  /** Language of invoices where a buyer has none. */
  language?: InvoiceLanguage;
  /** Legal name; the name of the organization when absent. */
  name?: string;
  /** Tax numbers; 10 at most. */
  taxIds?: string[];
};

/** Language that invoices are written in. */
export type InvoiceLanguage = 'en' | 'de' | 'fr';

/** An answer, and what it is taken from. */
export type KnowledgeAnswer = {
  /** Plain text. A number in brackets is the citation at that place, from [1]. Absent where nothing was found. */
  answer?: string;
  /** What the answer is taken from, in the order in which it is named. */
  citations?: KnowledgeCitation[];
  /** Whether something was found that answers the question. */
  found?: boolean;
  usage?: KnowledgeAnswerUsage;
};

/** What an answer was made with. */
export type KnowledgeAnswerUsage = {
  /** What it costs the organization, in cents and fractions of them; free use counts, too. */
  chargedCents?: number;
  /** How much the language model read; null where it did not say so. */
  inputTokens?: number | null;
  /** How much it wrote; null where it did not say so. */
  outputTokens?: number | null;
  /** Whose language model was asked; absent where none was. */
  provider?: string;
};

/** An article that the organization writes itself. */
export type KnowledgeArticle = {
  /** Its text, in Markdown. */
  body?: string;
  /** Who wrote it. */
  createdBy?: string;
  /** When it was written. */
  creationTime?: string;
  /** Identifier. */
  id?: string;
  /** Who changed it last. */
  lastUpdatedBy?: string;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Organization that wrote it. */
  organizationID?: string;
  /** Words that it is found by, beside its own; at most 50. */
  tags?: string[];
  /** What it is called; required. */
  title?: string;
};

/** What an answer is taken from. */
export type KnowledgeCitation = {
  /** Identifier of the record or of the page. */
  id?: string;
  /** Where it is read. */
  link?: string;
  /** What it is called. */
  title?: string;
  /** What it is. */
  type?: KnowledgePassageType;
};

/** What was found: a part of the documentation (GUIDE, ERROR, OPERATION), or a record of the organization. */
export type KnowledgePassageType = 'GUIDE' | 'ERROR' | 'OPERATION' | 'ARTICLE' | 'FILE' | 'SUPPORT_TICKET' | 'PRODUCT' | 'BUYER' | 'OFFER' | 'ENTITLEMENT';

/** A question to the knowledge of the organization. */
export type KnowledgeQuestion = {
  /** The question, in at most 32 words; required. */
  question?: string;
  /** Only what is of this type is asked; all of it when absent. */
  type?: KnowledgePassageType;
};

/** A page of what was found, best first. */
export type KnowledgeSearchResponse = {
  /** What was found. */
  items?: KnowledgeSearchResult[];
  /** Offset of the next page; absent on the last one. */
  nextOffset?: number;
  /** What may have been meant, where little was found; 500 characters or a few more. */
  suggestion?: string;
  /** How many were found, counted to 1000. */
  totalCount?: number;
};

/** What was found. */
export type KnowledgeSearchResult = {
  /** Headings that lead to the place in it. */
  headings?: string[];
  /** Identifier of the record; of the documentation, name of the part. */
  id?: string;
  /** Path of the record, or of the part of the documentation, at this service. */
  link?: string;
  /** The higher, the better; to be compared within one answer only. */
  score?: number;
  /** The best place in it; empty where it has no text beside its title. */
  snippet?: KnowledgeSegment[];
  /** What it is called. */
  title?: string;
  /** What it is. */
  type?: KnowledgePassageType;
};

/** A piece of a text. */
export type KnowledgeSegment = {
  /** Whether it is a word that was asked for. */
  hit?: boolean;
  /** Plain text: it is to be shown as it is, and never as HTML. */
  text?: string;
};

/** Who made a change. */
export type LastModifiedBy = {
  /** E-mail address, of a person. */
  email?: string;
  /** Identifier of the person or API client. */
  entityId?: string;
  /** Whether it was a person or an API client. */
  entityType?: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Name of the person or API client. */
  name?: string;
};

/** A page of notification events, newest first. */
export type ListNotificationEventsResponse = {
  /** The events. */
  notificationEvents?: NotificationEvent[];
  /** Offset of the next page; absent on the last one. */
  nextOffset?: number;
  /** How many events there are in all. */
  totalCount?: number;
};

/** A page of notification messages, newest first. */
export type ListNotificationMessagesResponse = {
  /** The messages. */
  notificationMessages?: NotificationMessage[];
  /** Offset of the next page; absent on the last one. */
  nextOffset?: number;
  /** How many messages there are in all. */
  totalCount?: number;
};

/** An organization and the caller’s place in it. */
export type ListOrganizationsByUserRow = {
  /** Ways by which members may log in. */
  allowedAuthMethods?: string[];
  /** Identifier at the login provider. */
  authID?: string;
  /** Whether people need a sign-in with a second factor to use it; a provider of its own vouches for its people. */
  requireSecondFactor?: boolean;
  /** Who created it. */
  createdBy?: string;
  /** When it was created. */
  creationTime?: string;
  /** What it is. */
  description?: string;
  /** Domain of its members’ e-mail addresses. */
  emailDomain?: string;
  /** Whether partners are real or played. */
  environment?: string;
  /** When it ends; null without an end. */
  expireAt?: string | null;
  /** Identifier. */
  id?: string;
  /** Settings. */
  info?: OrganizationInfo;
  /** When the calling user joined. */
  joinOrganizationTime?: string;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Name of the organization. */
  name?: string;
  /** The channel partner for which the caller acts: of the rest it is shown little then. */
  channelPartnerId?: string;
  /** Marketplaces and other partners that it can sell through; read-only. */
  partners?: Partner[];
  /** What the caller’s role allows, as roles name it; read-only. */
  permissions?: string[];
  /** State of the organization. */
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
  /** Address of its website. */
  website?: string;
};

/** A page of lines of revenue. */
export type ListRevenueRecordDetailsResponse = {
  /** Offset of the next page; absent on the last one, and where the page was asked for by a cursor. */
  nextOffset?: number;
  /** The lines. */
  revenueRecordDetails?: RevenueRecordDetail[];
};

/** A page of revenue records. */
export type ListRevenueRecordsResponse = {
  /** Offset of the next page; absent on the last one, and where the page was asked for by a cursor. */
  nextOffset?: number;
  /** The records. */
  revenueRecords?: RevenueRecord[];
};

/** A page of support tickets, in the order in which they were opened, without their comments. */
export type ListSupportTicketsResponse = {
  /** The tickets. */
  items?: SupportTicket[];
  /** Offset of the next page; absent on the last one, and where the page was asked for by a cursor. */
  nextOffset?: number;
  /** How many tickets there are in all. */
  totalCount?: number;
};

/** A page of usage by the day. */
export type ListUsageMeteringDailyRecordsResponse = {
  /** Offset of the next page; absent on the last one, and where the page was asked for by a cursor. */
  nextOffset?: number;
  /** The days. */
  usageMeteringDailyRecords?: UsageMeteringDailyRecord[];
};

/** A page of usage by the day, verified. */
export type ListUsageMeteringDailyVerificationsResponse = {
  /** Offset of the next page; absent on the last one, and where the page was asked for by a cursor. */
  nextOffset?: number;
  /** The days. */
  usageMeteringDailyVerifications?: UsageMeteringDailyVerification[];
};

/** A page of usage record groups, in the order in which they were reported. */
export type ListUsageRecordGroupsResponse = {
  /** Offset of the next page; absent on the last one, and where the page was asked for by a cursor. */
  nextOffset?: number;
  /** The record groups. */
  usageRecordGroups?: MeteringUsageRecordGroup[];
};

/** A page of usage record reports, in the order in which they were made. */
export type ListUsageRecordReportsResponse = {
  /** Offset of the next page; absent on the last one, and where the page was asked for by a cursor. */
  nextOffset?: number;
  /** The reports. */
  usageRecordReports?: MeteringUsageRecordReport[];
};

/** How a marketplace knows a company. */
export type MarketplaceAccount = {
  /** Identifier of the company on the marketplace; required. */
  accountId?: string;
  /** The marketplace; required. */
  partner?: Partner;
};

/** An import that is under way. */
export type MarketplaceImportReceipt = {
  /** Identifier of the operation that imports. */
  operationID?: string;
  /** The marketplace. */
  partner?: Partner;
};

/** INVITED: has not taken up the invitation yet; ACTIVE: belongs to the organization. */
export type MemberStatus = 'ACTIVE' | 'INVITED';

/** Buyers that are one customer. */
export type MergeBuyersParams = {
  /** Buyers that become part of the one in the path; 1 to 100. */
  buyerIds?: string[];
};

/** What a marketplace meters usage by. */
export type MeteringDimension = {
  /** Group that the dimension is shown in. */
  category?: string;
  /** What is counted, for the buyer. */
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
  /** What the dimension serves, such as metering or entitlement. */
  types?: string[];
  /** How usage was settled so far in the term that runs, of an entitlement that is read by itself. */
  usageCount?: UsageCount;
  /** Data type of reported values. */
  valueType?: string;
};

/** Usage that a metric counts. */
export type MeteringUsageRecord = {
  /** Billable metric, by its id. */
  key?: string;
  /** What the metric filters and groups by. */
  properties?: Record<string, unknown>;
  /** Units; 1 when absent. */
  quantity?: number;
};

/** What was used of one entitlement at one time, and how far it is. */
export type MeteringUsageRecordGroup = {
  /** Buyer. */
  buyerID?: string;
  /** When it was reported. */
  creationTime?: string;
  /** Entitlement that it was used of. */
  entitlementID?: string;
  /** Identifier. */
  id?: string;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Where it comes from. */
  metaInfo?: MeteringUsageRecordGroupMetaInfo;
  /** Organization. */
  organizationID?: string;
  /** Where the entitlement was sold: MKA, MKB or MKC. Others are in `soldBy`. */
  partner?: Partner;
  /** Why it is INVALID or REPORT_FAILED. */
  reason?: string;
  /** Quantities by key of dimension. */
  records?: Record<string, number>;
  /** When a marketplace accepted it. */
  reportedTime?: string | null;
  /** Where the entitlement was sold, if that is none of those in `partner`. */
  soldBy?: Partner;
  /** How far it is. */
  status?: 'CREATED' | 'REPORT_PENDING' | 'REPORTED' | 'REPORT_FAILED' | 'INVALID' | 'DELETED' | (string & {});
  /** Report that it is in. */
  usageRecordReportID?: string;
};

/** What counts usage, and the properties that it has in common. */
export type MeteringUsageRecordGroupByKey = {
  /** The properties: `os=linux,cluster=cluster-1`. */
  groupBysExpression?: string;
  /** The metric, or the key of a dimension. */
  id?: string;
};

/** Where a record group comes from. `source`, `timestamp`, `billableRecords` and `originRecords` are written by the service. */
export type MeteringUsageRecordGroupMetaInfo = {
  /** Has no effect: usage is always validated. */
  SkipValidation?: boolean;
  /** Records by metric, as they were reported. */
  billableRecords?: MeteringUsageRecord[];
  /** Amount that meter A shows. */
  meterAAmount?: number;
  /** Subscription at meter A. */
  meterASubscriptionID?: string;
  /** Since when meter A counts. */
  meterAUsageStartTime?: string;
  /** Cost of the day that meter B shows. */
  meterBDailyCostAmount?: number;
  /** Invoice of meter B. */
  meterBInvoiceID?: string;
  /** Amount of the month at meter B. */
  meterBMonthlyInvoiceAmount?: number;
  /** The same, adjusted. */
  meterBMonthlyInvoiceAmountAdjusted?: number;
  /** Quantities as they were reported, where dimensions are mapped. */
  originRecords?: Record<string, number>;
  /** Invoice of payment provider A. */
  payAInvoiceID?: string;
  /** End of its period. */
  payAPeriodEndTime?: string;
  /** Start of its period. */
  payAPeriodStartTime?: string;
  /** Item of the subscription there. */
  payASubscriptionItemID?: string;
  /** Summary of usage there. */
  payAUsageRecordSummaryID?: string;
  /** Usage by that summary. */
  payAUsageRecordSummaryTotalUsage?: number;
  /** How it came. */
  source?: 'API' | 'INTERNAL' | 'METERA' | 'METERB' | 'BILLB' | 'PAYA' | (string & {});
  /** When it was used, where that was said. */
  timestamp?: string;
};

/** What was made of the usage of an entitlement in an hour, and what its marketplace said of it. */
export type MeteringUsageRecordReport = {
  /** Buyer. */
  buyerID?: string;
  /** When it was made. */
  creationTime?: string;
  /** Entitlement. */
  entitlementID?: string;
  /** Its term. */
  entitlementTermID?: string;
  /** Identifier. */
  id?: string;
  /** What it was made of. */
  info?: MeteringUsageRecordReportInfo;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Why people must look at it. */
  message?: string;
  /** Organization. */
  organizationID?: string;
  /** The marketplace. */
  partner?: Partner;
  /** Product. */
  productID?: string;
  /** When the marketplace had accepted all of it. */
  reportedTime?: string;
  /** How far it is. */
  status?: 'CREATED' | 'SUCCESS' | 'FAILED' | 'INVOICED' | 'CANCELED' | 'DELETED' | (string & {});
};

/** What a report was made of, and what its marketplace said. */
export type MeteringUsageRecordReportInfo = {
  /** What billable metrics made of the records: of an hour that is settled in several runs, what each adds. */
  aggregatedBillableRecords?: AggregatedMeteringUsageRecord[];
  /** Amount of the commit of the term. */
  commitAmount?: number;
  /** Amount of its credit. */
  creditAmount?: number;
  /** Quantities that credit paid for, by dimension. */
  creditRecords?: Record<string, number | null>;
  /** Parts of units that waited before, by dimension. */
  decimalParts?: Record<string, number | null>;
  /** Categories of the dimensions. */
  dimensionCategories?: Record<string, string | null>;
  /** List prices of a unit, by dimension. */
  dimensionUnitListPrice?: Record<string, number | null>;
  /** Prices of a unit, by dimension. */
  dimensionUnitPrice?: Record<string, number | null>;
  /** Until when it was used. */
  endTime?: string;
  /** Quantities that the price includes, by dimension. */
  includedRecords?: Record<string, number | null>;
  /** What there is to say of it. */
  message?: string;
  /** What was sent, in the words of the marketplace. */
  mkAMeteringRequest?: MkAMeteringBatchMeterUsageInput;
  /** What it answered, in its own words. */
  mkAMeteringResponse?: MkASdkBatchMeterUsageOutput;
  /** What was sent, in the words of the marketplace. */
  mkBMeteringRequest?: MkBMeteringBatchUsageEvent;
  /** What it answered, in its own words. */
  mkBMeteringResponse?: MkBMeteringSdkBatchUsageEventOkResponse;
  /** What was sent, in the words of the marketplace. */
  mkCMeteringRequest?: MkCMeteringOperation;
  /** What it answered, in its own words. */
  mkCMeteringResponse?: MkCServiceControlReportResponse;
  /** What was sent, in the words of the marketplace. */
  mkDMeteringRequest?: MkDClientPushMeteringDataRequest;
  /** What it answered, in its own words. */
  mkDMeteringResponse?: MkDClientPushMeteringDataResponseBody;
  /** Parts of units that wait now, by dimension. */
  newDecimalParts?: Record<string, number | null>;
  /** The marketplace. */
  partner?: Partner;
  /** Quantities before they were counted at list prices. */
  recordsToReportBeforeAdjustmentAtListPrice?: Record<string, number | null>;
  /** Quantities that are reported, by dimension. */
  reportedRecords?: Record<string, number | null>;
  /** Since when it was used. */
  startTime?: string;
  /** How far it is. */
  status?: 'CREATED' | 'SUCCESS' | 'FAILED' | 'INVOICED' | 'CANCELED' | 'DELETED' | (string & {});
  /** How many record groups it is of. */
  usageRecordGroupCount?: number;
  /** The record groups that it is of, in the order in which they were reported: the first 1000 of `usageRecordGroupCount`. */
  usageRecordGroupIds?: string[];
  /** Amount of the commit that was used up then. */
  usedCommitAmount?: number;
  /** What this usage added to that. */
  usedCommitAmountIncrement?: number;
  /** Amount of the credit that was used up then. */
  usedCreditAmount?: number;
  /** What this usage added to that. */
  usedCreditAmountIncrement?: number;
};

/** How marketplace A knows a buyer. */
export type MkAAccountIdentifier = {
  /** Account number on marketplace A. */
  mkAAccountID?: string;
  /** Customer identifier that the marketplace gave to the seller. */
  mkACustomerID?: string;
  /** Identifier of the account in the marketplace’s data feeds. */
  dataFeedAccountID?: string;
};

/** An agreement as marketplace A shows it. */
export type MkAAgreement = {
  /** When the buyer accepted. */
  acceptanceTime?: string;
  /** Identifier of the agreement. */
  agreementId?: string;
  /** Kind of agreement. */
  agreementType?: string;
  /** Account that accepted. */
  buyerAccountId?: string;
  /** When the agreement ends. */
  endTime?: string;
  /** License that the agreement granted. */
  licenseArn?: string;
  /** Marketplace offer that was accepted. */
  offerId?: string;
  /** Offer set that the offer belongs to. */
  offerSetId?: string;
  /** Marketplace product that was bought. */
  productId?: string;
  /** Kind of product. */
  productType?: string;
  /** Account that sells. */
  sellerAccountId?: string;
  /** When the agreement starts. */
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
  /** Service that raised it. */
  eventSource?: string;
  /** Type of the event. */
  eventType?: string;
  /** Version of the event’s format. */
  eventVersion?: string;
  /** License that the event is about. */
  license?: Record<string, unknown>;
  /** Whether the event is about administration. */
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
  /** Permission to resell that the event is about. */
  resaleAuthorization?: Record<string, unknown>;
  /** What that request answered. */
  responseElements?: Record<string, unknown>;
  /** Party that sells to the buyer. */
  sellerOfRecord?: MkABusEventAccount;
  /** Accounts that the offer is addressed to. */
  targetedBuyerAccountIds?: string[];
};

/** The offer named in an event of marketplace A. */
export type MkABusEventOffer = {
  /** Resource name. */
  arn?: string;
  /** Last moment of acceptance. */
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

/** A buyer that a resale permission names. */
export type MkABuyerAccount = {
  /** Account number of the buyer. */
  MkAAccountId?: string;
};

/** A legal document of a term. */
export type MkACatalogLegalTermDocument = {
  /** Kind of document. */
  Type?: string;
  /** Where the document is. */
  Url?: string;
  /** Version of a standard document. */
  Version?: string;
};

/** Prices by dimension. */
export type MkACatalogPricingTermRateCard = {
  /** What may be chosen. */
  Constraints?: MkACatalogPricingTermRateCardConstraints;
  /** The lines. */
  RateCard?: MkACatalogPricingTermRateCardItem[];
  /** When this card applies. */
  Selector?: MkACatalogPricingTermRateCardSelector;
};

/** What a buyer may choose from a rate card. */
export type MkACatalogPricingTermRateCardConstraints = {
  /** Whether several dimensions may be chosen. */
  MultipleDimensionSelection?: string;
  /** Whether quantities may be chosen. */
  QuantityConfiguration?: string;
};

/** One line of a rate card. */
export type MkACatalogPricingTermRateCardItem = {
  /** What is priced. */
  Description?: string;
  /** Key of the dimension. */
  DimensionKey?: string;
  /** Displayed name. */
  DisplayName?: string;
  /** Price as the marketplace wrote it. */
  Price?: string;
  /** Quantity that the price is for. */
  Quantity?: string;
  /** Unit that is counted. */
  Unit?: string;
};

/** When a rate card applies. */
export type MkACatalogPricingTermRateCardSelector = {
  /** What the choice depends on. */
  Type?: string;
  /** The value that selects this card. */
  Value?: string;
};

/** A reseller on marketplace A. */
export type MkAChannelPartner = {
  /** Account number of the reseller. */
  id?: string;
  /** Name of the reseller. */
  name?: string;
};

/** A permission to resell on marketplace A: what a vendor allows a reseller to offer. */
export type MkACppoOpportunity = {
  /** When it was made. */
  CreatedDate?: string;
  /** What it is for. */
  Description?: string;
  /** Priced dimensions. */
  Dimensions?: MkAProductDimension[];
  /** Account number of the vendor. */
  ManufacturerAccountId?: string;
  /** Legal name of the vendor. */
  ManufacturerLegalName?: string;
  /** Name of the permission. */
  Name?: string;
  /** Offers made from it. */
  OfferDetails?: MkACppoOpportunityOfferDetails;
  /** Agreement that is renewed, if any. */
  PreExistingBuyerAgreement?: MkAPreExistingAgreement;
  /** Product that may be resold. */
  ProductId?: string;
  /** Name of that product. */
  ProductName?: string;
  /** Limits on its use. */
  Rules?: MkACppoOpportunityRule[];
  /** State of the permission. */
  Status?: string;
  /** Prices, documents and schedules. */
  Terms?: MkACppoOpportunityTerm[];
  /** How the wholesale price is set. */
  discountType?: 'DISCOUNT_PERCENT' | 'CUSTOM_PRICE' | 'CUSTOM_PRICE_WITH_FPS' | (string & {});
  /** Latest start of an agreement, which bounds how long the price holds. */
  maximumAgreementStartDate?: string;
  /** How long it may be used. */
  opportunityDurationType?: 'SPECIFIC_DATES' | 'ONE_TIME' | 'NO_SET_TIME' | (string & {});
  /** Identifier of the permission. */
  opportunityId?: string;
  /** Account number of the reseller. */
  partnerId?: string;
};

/** Who is left out. */
export type MkACppoOpportunityNegativeTargeting = {
  /** Countries left out, ISO 3166-1 alpha-2. */
  CountryCodes?: string[];
};

/** What has been made of a resale permission so far. */
export type MkACppoOpportunityOfferDetails = {
  /** Offers made from it. */
  OfferCreatedCount?: number;
  /** Whether an offer has gone to a buyer. */
  OfferExtendedStatus?: string;
};

/** One payment of a schedule. */
export type MkACppoOpportunityPaymentSchedule = {
  /** Amount as the marketplace wrote it. */
  ChargeAmount?: string;
  /** When it is charged. */
  ChargeDate?: string;
};

/** Who is addressed. */
export type MkACppoOpportunityPositiveTargeting = {
  /** Buyers addressed. */
  BuyerAccounts?: MkABuyerAccount[];
  /** Countries addressed, ISO 3166-1 alpha-2. */
  CountryCodes?: string[];
};

/** A limit on the use of a resale permission. */
export type MkACppoOpportunityRule = {
  /** Last day on which the permission can be used. */
  AvailabilityEndDate?: string;
  /** Identifier of the rule. */
  Id?: string;
  /** Who must not be sold to. */
  NegativeTargeting?: MkACppoOpportunityNegativeTargeting;
  /** How many offers may be made from it. */
  OffersMaxQuantity?: number;
  /** Who may be sold to. */
  PositiveTargeting?: MkACppoOpportunityPositiveTargeting;
  /** Account number of the permitted reseller. */
  ResellerAccountId?: string;
  /** Legal name of the permitted reseller. */
  ResellerLegalName?: string;
  /** Kind of rule. */
  Type?: string;
  /** Whether the permission serves once or repeatedly. */
  Usage?: string;
};

/** A term of a resale permission. */
export type MkACppoOpportunityTerm = {
  /** Currency of the prices. */
  CurrencyCode?: string;
  /** Legal documents. */
  Documents?: MkACatalogLegalTermDocument[];
  /** Length, as an ISO 8601 duration. */
  Duration?: string;
  /** What the price includes. */
  Grants?: MkACppoOpportunityUpfrontPriceGrant[];
  /** Identifier of the term. */
  Id?: string;
  /** Latest start of an agreement made from it. */
  MaximumAgreementStartDate?: string;
  /** Whom the term is for. */
  PositiveTargeting?: MkACppoOpportunityPositiveTargeting;
  /** Price as the marketplace wrote it. */
  Price?: string;
  /** Prices by dimension. */
  RateCards?: MkACatalogPricingTermRateCard[];
  /** Payments. */
  Schedule?: MkACppoOpportunityPaymentSchedule[];
  /** Kind of term. */
  Type?: string;
};

/** What a price paid in advance includes. */
export type MkACppoOpportunityUpfrontPriceGrant = {
  /** Key of the dimension. */
  DimensionKey?: string;
  /** Units included. */
  MaxQuantity?: number;
};

/** What marketplace A says a customer may use of one dimension. */
export type MkAEntitlement = {
  /** Account number of the customer. */
  customerMkAAccountId?: string;
  /** Customer identifier that the marketplace gave to the seller. */
  customerIdentifier?: string;
  /** Key of the dimension. */
  dimension?: string;
  /** When the right ends. */
  expirationDate?: string;
  /** License that grants the right. */
  licenseArn?: string;
  /** Product code on the marketplace. */
  productCode?: string;
  /** How much was bought. */
  value?: EntitlementValue;
};

/** What marketplace A was sent of a report. */
export type MkAMeteringBatchMeterUsageInput = {
  /** Product there. */
  ProductCode?: string;
  /** The usage. */
  UsageRecords?: MkAMeteringUsageRecord[];
};

/** A word that usage is split by, and its value. */
export type MkAMeteringSdkTag = {
  /** The word. */
  key?: string;
  /** Its value. */
  value?: string;
};

/** A word that usage is split by, and its value. */
export type MkAMeteringTag = {
  /** The word. */
  Key?: string;
  /** Its value. */
  Value?: string;
};

/** A part of a quantity. */
export type MkAMeteringUsageAllocation = {
  /** Units of it. */
  AllocatedUsageQuantity?: number;
  /** What the part is of. */
  Tags?: MkAMeteringTag[];
};

/** Usage as marketplace A is sent it. */
export type MkAMeteringUsageRecord = {
  /** Customer there. */
  CustomerIdentifier?: string;
  /** Dimension. */
  Dimension?: string;
  /** Whole units. */
  Quantity?: number;
  /** Hour of use. */
  Timestamp?: string;
  /** Parts of the quantity. */
  UsageAllocations?: MkAMeteringUsageAllocation[];
};

/** Nothing that is kept. */
export type MkAMiddlewareMetadata = object;

/** The agreement that the buyer already has for this product. */
export type MkAPreExistingAgreement = {
  /** Where that agreement was made. */
  AcquisitionChannel?: string;
  /** How it is priced. */
  PricingModel?: string;
};

/** A product as marketplace A lists it. */
export type MkAProduct = Record<string, unknown>;

/** A priced dimension of a marketplace A product. */
export type MkAProductDimension = {
  /** What is counted, for the buyer. */
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
  /** What the dimension serves: metering, entitlement or both. */
  Types?: string[];
  /** Unit that is counted. */
  Unit?: string;
};

/** What marketplace A answered of a report. */
export type MkASdkBatchMeterUsageOutput = {
  resultMetadata?: MkAMiddlewareMetadata;
  /** Its verdicts. */
  results?: MkASdkTypesUsageRecordResult[];
  /** What it did not look at. */
  unprocessedRecords?: MkASdkTypesUsageRecord[];
};

/** A part of a quantity. */
export type MkASdkTypesUsageAllocation = {
  /** Units of it. */
  allocatedUsageQuantity?: number;
  /** What the part is of. */
  tags?: MkAMeteringSdkTag[];
};

/** Usage as marketplace A repeats it. */
export type MkASdkTypesUsageRecord = {
  /** Customer there. */
  customerIdentifier?: string;
  /** Dimension. */
  dimension?: string;
  /** Whole units. */
  quantity?: number;
  /** Hour of use. */
  timestamp?: string;
  /** Parts of the quantity. */
  usageAllocations?: MkASdkTypesUsageAllocation[];
};

/** What marketplace A made of one record. */
export type MkASdkTypesUsageRecordResult = {
  /** Its receipt. */
  meteringRecordId?: string;
  /** Its verdict. */
  status?: string;
  /** The usage. */
  usageRecord?: MkASdkTypesUsageRecord;
};

/** A subscription to marketplace A’s notification topic. */
export type MkASnsSubscription = {
  /** Where notifications go. */
  Endpoint?: string;
  /** How they are delivered. */
  Protocol?: string;
  /** Whether the subscription was confirmed. */
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
  /** Where it can be read. */
  uri?: string;
  /** Outcomes of its checks. */
  validationResults?: MkBValidationResult[];
};

/** Units that the base price includes. */
export type MkBIncludedBaseQuantity = {
  /** Whether any quantity is included. */
  isInfinite?: boolean;
  /** Units included. */
  quantity?: number;
  /** How often they are granted anew, in any letter case; once for the term when absent. */
  recurringUnit?: string;
};

/** A moment that may follow local time. */
export type MkBLocalizedDateTime = {
  /** The moment in UTC. */
  dateTimeInUtc?: string;
  /** Whether it follows the time of each market. */
  localizePerMarket?: boolean;
};

/** A span between two moments. */
export type MkBLocalizedTimeRange = {
  /** End of the span. */
  endAt?: MkBLocalizedDateTime;
  /** Start of the span. */
  startAt?: MkBLocalizedDateTime;
};

/** A market. */
export type MkBMarket = {
  /** Name of the market. */
  friendlyName?: string;
  /** Country of the market. */
  marketCode?: string;
};

/** Whether a market is open. */
export type MkBMarketState = {
  /** Country of the market. */
  marketCode?: string;
  /** State of sales there. */
  state?: string;
};

/** A price for some markets. */
export type MkBMarketplacePrice = {
  /** Currency of the price. */
  currency?: string;
  /** Markets in which it holds. */
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

/** What marketplace B was sent of a report. */
export type MkBMeteringBatchUsageEvent = {
  /** The usage. */
  request?: MkBMeteringUsageEvent[];
};

/** What marketplace B answered of a report. */
export type MkBMeteringSdkBatchUsageEventOkResponse = {
  /** How many events it says that there are. */
  count?: number;
  /** Its verdicts. */
  result?: MkBMeteringSdkUsageBatchEventOkMessage[];
};

/** What marketplace B made of one event. */
export type MkBMeteringSdkUsageBatchEventOkMessage = {
  /** Dimension. */
  dimension?: string;
  /** Hour of use. */
  effectiveStartTime?: string;
  /** Plan there. */
  planId?: string;
  /** Units. */
  quantity?: number;
  /** Subscription there. */
  resourceId?: string;
  /** The resource of it. */
  resourceUri?: string;
  /** When it answered. */
  messageTime?: string;
  /** Its verdict. */
  status?: string;
  /** Its receipt. */
  usageEventId?: string;
  /** Why it did not accept it. */
  error?: MkBMeteringSdkUsageEventConflictResponse;
};

/** Why marketplace B did not accept usage. */
export type MkBMeteringSdkUsageEventConflictResponse = {
  /** What it has of the hour. */
  additionalInfo?: MkBMeteringSdkUsageEventConflictResponseAdditionalInfo;
  /** Its code. */
  code?: string;
  /** Its text. */
  message?: string;
};

/** What marketplace B says of a duplicate. */
export type MkBMeteringSdkUsageEventConflictResponseAdditionalInfo = {
  /** What it has accepted. */
  acceptedMessage?: MkBMeteringSdkUsageEventOkResponse;
};

/** Usage that marketplace B has accepted before. */
export type MkBMeteringSdkUsageEventOkResponse = {
  /** Dimension. */
  dimension?: string;
  /** Hour of use. */
  effectiveStartTime?: string;
  /** Plan there. */
  planId?: string;
  /** Units. */
  quantity?: number;
  /** Subscription there. */
  resourceId?: string;
  /** The resource of it. */
  resourceUri?: string;
  /** When it answered. */
  messageTime?: string;
  /** Its verdict. */
  status?: string;
  /** Its receipt. */
  usageEventId?: string;
};

/** Usage as marketplace B is sent it. */
export type MkBMeteringUsageEvent = {
  /** Dimension. */
  dimension?: string;
  /** Hour of use. */
  effectiveStartTime?: string;
  /** Plan there. */
  planId?: string;
  /** Units. */
  quantity?: number;
  /** Subscription there. */
  resourceId?: string;
  /** The resource of it. */
  resourceUri?: string;
};

/** A price in one currency. */
export type MkBPrice = {
  /** Currency of the price. */
  currencyCode?: string;
  /** The price. */
  openPrice?: number;
  /** Price tier that it comes from. */
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
  /** How long the software is reserved. */
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
  /** Bounds of the seats. */
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
  /** Payments, when they follow dates. */
  flexibleSchedule?: MkBPriceFlexibleSchedule;
  /** Time between payments. */
  paymentOption?: MkBMarketplaceTerm;
  /** Amount of each payment in US dollars. */
  pricePerPaymentInUsd?: number;
  /** Prices by market. */
  prices?: MkBMarketplacePrice[];
};

/** How many seats may be bought. */
export type MkBPriceAndAvailabilityRecurrentPriceUserLimit = {
  /** Most seats. */
  max?: number;
  /** Fewest seats. */
  min?: number;
};

/** One payment of a flexible schedule. */
export type MkBPriceBillingSchedule = {
  /** When it is charged. */
  chargeDate?: string;
  /** Note to the buyer. */
  note?: string;
  /** Amount in US dollars. */
  pricePerPaymentInUsd?: number;
};

/** How often a price is charged. */
export type MkBPriceCadence = {
  /** Unit. */
  type?: string;
  /** Number of units. */
  value?: number;
};

/** Payments on dates of the seller’s choice. */
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

/** A price and how often it is charged. */
export type MkBPriceSchedule = {
  /** How often it is charged. */
  priceCadence?: MkBPriceCadence;
  /** How it is charged. */
  pricingModel?: string;
  /** Units that it is for. */
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

/** A private offer as marketplace B keeps it; its dates are days. */
export type MkBPrivateOffer = {
  /** Address of the schema that the offer follows. */
  $schema?: string;
  /** Last day of acceptance, to its end in UTC; `expireTime` follows from it when that is absent. */
  acceptBy?: string;
  /** Where each beneficiary accepts. */
  acceptanceLinks?: MkBPrivateOfferAcceptanceLink[];
  /** Billing accounts that may accept. */
  beneficiaries?: MkBPrivateOfferBeneficiary[];
  /** Whether an existing customer renews. */
  customerContractRenewal?: boolean;
  /** Version mark of the marketplace. */
  eTag?: string;
  /** Last day of the offer, the last of a month; `endTime`, the midnight after it, follows when absent. */
  end?: string;
  /** Durable identifier, private-offer/…. */
  id?: string;
  /** Day of the last change. */
  lastModified?: string;
  /** Name of the offer. */
  name?: string;
  /** E-mail addresses that are notified of the offer’s progress. */
  notificationContacts?: string[];
  /** What the offer changes. */
  offerPricingType?: string;
  /** Channel partners. */
  partners?: MkBPrivateOfferPartner[];
  /** E-mail address of the person who prepared it. */
  preparedBy?: string;
  /** Prices by plan, ten at most. */
  pricing?: MkBPrivateOfferPricing[];
  /** Who sells to whom. */
  privateOfferType?: string;
  /** Name inside the configuration document. */
  resourceName?: string;
  /** First day of the offer, the first of a month; one that is past means the acceptance. */
  start?: string;
  /** State of the offer. */
  state?: string;
  /** What a live offer waits for. */
  subState?: string;
  /** Signed address of the terms; customerPromotion and cspPromotion only. */
  termsAndConditionsDocSasUrl?: string;
  /** Documents of the terms; multiparty types only. */
  termsAndConditionsDocs?: MkBPrivateOfferTermsDoc[];
  /** Offer that this one replaces. */
  upgradedFrom?: MkBPrivateOfferPromotionReference;
  /** Remarks of the marketplace. */
  validations?: MkBValidation[];
  /** Whether the offer starts when it is accepted. */
  variableStartDate?: boolean;
};

/** Where one beneficiary accepts a private offer. */
export type MkBPrivateOfferAcceptanceLink = {
  /** Beneficiary that the link is for. */
  beneficiaryId?: string;
  /** Address of the acceptance page. */
  link?: string;
};

/** A billing account that may accept a private offer. */
export type MkBPrivateOfferBeneficiary = {
  /** Customers or groups that it is limited to. */
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
  /** Kind of recipient. */
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
  /** Whether a purchase becomes active without the seller; only newer price schemas have it. */
  autoActivation?: boolean;
  /** Short name of the plan. */
  externalId?: string;
  /** Durable identifier. */
  id?: string;
  /** State of the plan. */
  lifecycleState?: string;
  /** What the private offer changes. */
  offerPricingType?: string;
  /** Identifier of the plan that it is made from. */
  plan?: string;
  /** Name of the plan. */
  planName?: string;
  /** The price. */
  pricing?: MkBPriceAndAvailabilityPrivateOfferPrice;
  /** Identifier of the product. */
  product?: string;
  /** Name inside the configuration document. */
  resourceName?: string;
  /** Reservation, for machine software. */
  softwareReservation?: MkBPriceAndAvailabilityPrivateOfferPlanSoftwareReservation;
  /** Kind of plan of an application, such as solution-template or managed-application. */
  subType?: string;
  /** Remarks of the marketplace. */
  validations?: MkBValidation[];
  /** Whether the plan is listed. */
  visibility?: string;
};

/** The price of one plan of a private offer. */
export type MkBPrivateOfferPricing = {
  /** Plan that a new plan is made from. */
  basePlan?: string;
  /** Discount in percent; 0 to 100 but in drafts. */
  discountPercentage?: number;
  /** How the discount is given. */
  discountType?: string;
  /** Margin of the channel partner in percent; not negative but in drafts. */
  markupPercentage?: number;
  /** The plan to be made. */
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

/** The plan to be made for a private offer. */
export type MkBPrivateOfferPricingNewPlanDetails = {
  /** What the plan holds. */
  description?: string;
  /** Short name of the plan. */
  id?: string;
  /** Name of the plan. */
  name?: string;
};

/** A private offer that another one replaces. */
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

/** A product as marketplace B’s older interface lists it. */
export type MkBProduct = Record<string, unknown>;

/** Markets, prices and audiences of a plan. */
export type MkBProductFeatureAvailability = {
  /** Meters of the plan. */
  customMeters?: MkBProductVariantCustomMeter[];
  /** Identifier. */
  id?: string;
  /** Whether the plan is left out of listings. */
  isHidden?: boolean;
  /** Markets and whether they are open. */
  marketStates?: MkBMarketState[];
  /** Markets of the plan. */
  markets?: MkBMarket[];
  /** Prices. */
  priceSchedules?: MkBProductVariantPriceSchedule[];
  /** Further properties. */
  properties?: MkBTypeValue[];
  /** Type of the resource. */
  resourceType?: string;
  /** Subscriptions that it is open to. */
  subscriptionAudiences?: AudienceEntry[];
  /** Tenants that it is open to. */
  tenantAudiences?: AudienceEntry[];
  /** Trial. */
  trial?: MkBProductVariantTrial;
  /** Whether everybody may see it. */
  visibility?: string;
};

/** The configuration of a product on marketplace B. */
export type MkBProductResource = Record<string, unknown>;

/** A plan of a product as marketplace B keeps it. */
export type MkBProductVariant = {
  /** Certifications for government clouds. */
  azureGovernmentCertifications?: MkBGovernmentCertification[];
  /** Clouds in which the plan is offered. */
  cloudAvailabilities?: string[];
  /** Plans that a trial may turn into. */
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
  /** Plan whose packages this one shares. */
  referenceVariantID?: string;
  /** Type of the resource. */
  resourceType?: string;
  /** Whether the plan is in use. */
  state?: string;
  /** Kind of plan of an application, such as solution-template or managed-application. */
  subType?: string;
};

/** A meter of the seller’s own. */
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
  /** When they hold. */
  dateTimeRange?: MkBLocalizedTimeRange;
  /** Name of the price list. */
  friendlyName?: string;
  /** Whether they hold where no other does. */
  isBaseSchedule?: boolean;
  /** Countries in which they hold. */
  marketCodes?: string[];
  /** The prices. */
  schedules?: MkBPriceSchedule[];
};

/** The trial of a plan. */
export type MkBProductVariantTrial = {
  /** When it is offered. */
  dateTimeRange?: MkBLocalizedTimeRange;
  /** Length of the trial. */
  duration?: number;
  /** Unit of the length. */
  durationType?: string;
  /** What limits the trial. */
  type?: string;
};

/** A term for which software can be reserved. */
export type MkBSoftwareReservation = {
  /** Discount in percent against paying as one goes; 0 to 100 but in drafts. */
  percentageSave?: number;
  /** Length of the term. */
  term?: number;
  /** Unit of the term. */
  type?: string;
};

/** A subscription as marketplace B shows it. */
export type MkBSubscription = {
  /** What the customer may do with the subscription. */
  allowedCustomerOperations?: string[];
  /** Whether it renews by itself. */
  autoRenew?: boolean;
  /** Who uses the product. */
  beneficiary?: IdentityRef;
  /** When it was made. */
  created?: string;
  /** Identifier of the fulfilment. */
  fulfillmentId?: string;
  /** Identifier of the subscription. */
  id?: string;
  /** Whether it is a trial. */
  isFreeTrial?: boolean;
  /** Whether it is for testing only. */
  isTest?: boolean;
  /** When it last changed. */
  lastModified?: string;
  /** Name of the subscription. */
  name?: string;
  /** Marketplace offer that was bought. */
  offerId?: string;
  /** Plan that was bought. */
  planId?: string;
  /** Publisher of the offer. */
  publisherId?: string;
  /** Who pays. */
  purchaser?: IdentityRef;
  /** Seats, for plans priced by seat. */
  quantity?: number;
  /** State of the subscription on the marketplace. */
  saasSubscriptionStatus?: string;
  /** Kind of test environment, if any. */
  sandboxType?: string;
  /** Session in which it was bought. */
  sessionId?: string;
  /** Whether the purchase was a rehearsal. */
  sessionMode?: string;
  /** Shop through which it was bought. */
  storeFront?: string;
  /** The running term. */
  term?: Term;
};

/** A typed value. */
export type MkBTypeValue = {
  /** Name of the type. */
  type?: string;
  /** The value. */
  value?: string;
};

/** A remark of marketplace B on a configuration. */
export type MkBValidation = {
  /** Address of the schema that the remark follows. */
  $schema?: string;
  /** What is wrong. */
  code?: string;
  /** How serious it is. */
  level?: string;
  /** The remark in words. */
  message?: string;
  /** Resource that it is about. */
  resourceId?: string;
};

/** The outcome of a check. */
export type MkBValidationResult = {
  /** What is wrong. */
  errorMessage?: string;
  /** Members that it concerns. */
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
  /** Number proposed. */
  defaultAmount?: MkCAmountUnit;
  /** Largest number. */
  maxAmount?: MkCAmountUnit;
  /** Smallest number. */
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

/** Where a product is used. */
export type MkCConsumer = {
  /** Project of the buyer. */
  project?: string;
};

/** A document of an agreement. */
export type MkCDocument = {
  /** What the document is. */
  description?: string;
  /** Content. */
  documentBody?: string;
  /** Kind of document. */
  documentType?: string;
  /** Where it lies, when it is linked. */
  externalLink?: MkCExternalLink;
  /** Resource name. */
  name?: string;
  /** Its content, when it is free. */
  unstructuredDocument?: MkCUnstructuredDocument;
  /** When it last changed. */
  updateTime?: string;
};

/** An entitlement as marketplace C shows it. */
export type MkCEntitlement = {
  /** Account of the buyer. */
  account?: string;
  /** Projects that use the product. */
  consumers?: MkCConsumer[];
  /** When it was made. */
  createTime?: string;
  /** Identifier. */
  id?: string;
  /** What the buyer entered, as bytes. */
  inputProperties?: number[];
  /** Message shown to the buyer. */
  messageToUser?: string;
  /** Resource name. */
  name?: string;
  /** Length of the offer to come. */
  newOfferDuration?: string;
  /** End of the offer to come. */
  newOfferEndTime?: string;
  /** Start of the offer to come. */
  newOfferStartTime?: string;
  /** Offer that waits for approval. */
  newPendingOffer?: string;
  /** Length of the offer that waits. */
  newPendingOfferDuration?: string;
  /** Plan that waits for approval. */
  newPendingPlan?: string;
  /** Plan to come. */
  newPlan?: string;
  /** Offer that holds now. */
  offer?: string;
  /** Length of that offer. */
  offerDuration?: string;
  /** Since when that offer holds. */
  offerEffectiveTime?: string;
  /** Until when that offer holds. */
  offerEndTime?: string;
  /** Plan that holds now. */
  plan?: string;
  /** Product bought. */
  product?: string;
  /** Name of the product in the catalogue. */
  productExternalName?: string;
  /** Seller. */
  provider?: string;
  /** Name of the quote that it came from. */
  quoteExternalName?: string;
  /** State on the marketplace. */
  state?: 'ENTITLEMENT_STATE_UNSPECIFIED' | 'ENTITLEMENT_ACTIVATION_REQUESTED' | 'ENTITLEMENT_ACTIVE' | 'ENTITLEMENT_PENDING_CANCELLATION' | 'ENTITLEMENT_CANCELLED' | 'ENTITLEMENT_PENDING_PLAN_CHANGE' | 'ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL' | 'ENTITLEMENT_SUSPENDED' | (string & {});
  /** When the subscription ends. */
  subscriptionEndTime?: string;
  /** When it last changed. */
  updateTime?: string;
  /** Identifier under which usage is reported. */
  usageReportingId?: string;
};

/** What the buyer has before the offer. */
export type MkCExistingOfferData = {
  /** Entitlement of the buyer. */
  entitlement?: MkCEntitlement;
  /** How it is priced. */
  existingPriceModelType?: 'PRICE_MODEL_TYPE_UNSPECIFIED' | 'CUD' | 'FIXED_FEE' | 'FIXED_FEE_WITH_OVERAGE' | 'PAYG' | 'PAYG_WITH_CUD' | (string & {});
  /** Whether the entitlement changed since the offer was made. */
  hasEntitlementChanged?: boolean;
  /** Private offer, if it came from one. */
  privateOffer?: MkCExistingPrivateOffer;
  /** Public offer, if it came from one. */
  standardOffer?: Record<string, unknown>;
};

/** The private offer that the buyer has now. */
export type MkCExistingPrivateOffer = {
  /** Agreement made from it. */
  agreement?: string;
  /** License agreement of its own. */
  customEula?: MkCDocument;
  /** Instalments. */
  installmentTimeline?: MkCPrivateOfferInstallmentTimeline;
  /** Resource name. */
  name?: string;
  /** When it holds. */
  offerTerm?: MkCPrivateOfferTerm;
  /** When the buyer pays. */
  paymentSchedule?: string;
  /** How it is priced. */
  priceModel?: MkCPrivateOfferPriceModel;
  /** Plan that it is for. */
  serviceLevel?: string;
};

/** A link to a document. */
export type MkCExternalLink = {
  /** Address of the document. */
  uri?: string;
};

/** A feature of a product and its value in a plan. */
export type MkCFeatureValue = {
  /** What the feature is. */
  featureDescription?: string;
  /** Name that the product’s feature list has for it. */
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
  /** What is measured. */
  description?: string;
  /** Displayed name. */
  displayName?: string;
  /** Unit shown to the buyer. */
  displayUnit?: string;
  /** What that unit is. */
  displayUnitDescription?: string;
  /** Identifier of the metric. */
  id?: string;
  /** How values relate to time. */
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

/** A quantity at marketplace C. */
export type MkCMeteringMetricValue = {
  /** As a flag. */
  boolValue?: boolean;
  /** As a number. */
  doubleValue?: number;
  /** End of its time. */
  endTime?: string;
  /** As whole units, in digits. */
  int64Value?: string;
  /** Labels. */
  labels?: Record<string, string | null>;
  /** As an amount. */
  moneyValue?: MkCMeteringMoney;
  /** Start of its time. */
  startTime?: string;
  /** As text. */
  stringValue?: string;
};

/** Quantities of a metric. */
export type MkCMeteringMetricValueSet = {
  /** Metric. */
  metricName?: string;
  /** Its quantities. */
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

/** What marketplace C was sent of a report: metrics of all its operations, and else the last of these. */
export type MkCMeteringOperation = {
  /** Consumer there. */
  consumerId?: string;
  /** End of the use. */
  endTime?: string;
  /** Labels. */
  labels?: Record<string, string | null>;
  /** The usage. */
  metricValueSets?: MkCMeteringMetricValueSet[];
  /** Identity by which it finds duplicates. */
  operationId?: string;
  /** Operation. */
  operationName?: string;
  /** Start of the use. */
  startTime?: string;
};

/** What a reseller’s offer may provide for. */
export type MkCOfferTemplatePolicies = {
  /** Whether it may renew by itself. */
  allowAutoRenewal?: boolean;
  /** Whether it may start on a date. */
  allowScheduledStartDate?: boolean;
  /** How often it may renew. */
  maxRenewalTimes?: string;
  /** Why the offer is made. */
  offerDealType?: 'OFFER_DEAL_TYPE_UNSPECIFIED' | 'CHANNEL_SHIFT' | 'MIGRATION' | 'NATIVE_RENEWAL' | (string & {});
  /** Whether broken periods are charged in part. */
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
  /** Who bears the discount. */
  discountEconomics?: string;
  /** Bounds in percent. */
  discountPercentage?: MkCAmountConstraint;
  /** Price after the discount. */
  discountedPrice?: MkCPriceValue;
  /** Whether the buyer does not see the discount. */
  hideDiscountPercentage?: boolean;
};

/** A price from a quantity upwards. */
export type MkCPriceTier = {
  /** Quantity from which the price holds. */
  fromAmount?: number;
  /** Price of a unit. */
  price?: MkCPriceValue;
  /** The same quantity as the marketplace wrote it. */
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

/** A private offer as marketplace C keeps it. */
export type MkCPrivateOffer = {
  /** Entitlement of the buyer now. */
  activeEntitlement?: MkCEntitlement;
  /** Whether the marketplace sells as an agent. */
  agencyEnabled?: boolean;
  /** Agreement made from the offer. */
  agreement?: string;
  /** Documents that the buyer agrees to. */
  agreementDocuments?: MkCMarketplaceAgreementDocument;
  /** When it was cancelled. */
  cancelTime?: string;
  /** Buyer that it is made to. */
  customerInfo?: MkCPrivateOfferCustomerInfo;
  /** What the buyer has before it. */
  existingOfferData?: MkCExistingOfferData;
  /** Last moment of acceptance. */
  expireTime?: string;
  /** Features and their values. */
  features?: MkCFeatureValue[];
  /** Instalments. */
  installmentTimeline?: MkCPrivateOfferInstallmentTimeline;
  /** Stage of its life. */
  lifecycleState?: string;
  /** List prices of its metrics. */
  metricInformation?: MkCPrivateOfferMetricInformation;
  /** Where it comes from, when it moves to the marketplace. */
  migrationMetadata?: MkCPrivateOfferMigrationMetadata;
  /** Resource name. */
  name?: string;
  /** Identifier. */
  offerId?: string;
  /** Whether it is resold. */
  offerSource?: string;
  /** State on the marketplace. */
  offerState?: 'OFFER_DRAFT' | 'OFFER_PUBLISHED' | 'OFFER_ENTITLEMENT_ACCOUNT_PENDING' | 'OFFER_ACTIVATING' | 'OFFER_SCHEDULED' | 'OFFER_ACTIVE' | 'OFFER_LAPSED' | 'OFFER_EXPIRED' | 'OFFER_CANCELLED' | 'OFFER_UNAVAILABLE' | 'OFFER_APPROVAL_FAILED' | (string & {});
  /** When it holds. */
  offerTerm?: MkCPrivateOfferTerm;
  /** Title shown to the buyer. */
  offerTitle?: string;
  /** Whether the marketplace made the title. */
  offerTitleAutoGenerated?: boolean;
  /** When the buyer pays. */
  paymentSchedule?: string;
  /** What either side may do. */
  policies?: MkCPrivateOfferPolicies;
  /** How it is priced. */
  priceModel?: MkCPrivateOfferPriceModel;
  /** Kind of price. */
  priceModelType?: 'PRICE_MODEL_TYPE_UNSPECIFIED' | 'CUD' | 'FIXED_FEE' | 'FIXED_FEE_WITH_OVERAGE' | 'PAYG' | 'PAYG_WITH_CUD' | (string & {});
  privateOfferRevenueShare?: MkCPrivateOfferRevenueShare;
  /** Seller’s note on the cancellation, hidden from the buyer. */
  providerCancellationInternalNote?: string;
  providerInfo?: MkCProviderInfo;
  /** Seller’s note, hidden from the buyer. */
  providerInternalNote?: string;
  /** Seller’s note to the buyer. */
  providerPublicNote?: string;
  /** Through whom it is sold. */
  purchaseChannel?: MkCPurchaseChannel;
  /** When it was accepted. */
  purchaseTime?: string;
  /** Offer that it replaces. */
  replacementMetadata?: MkCPrivateOfferReplacementMetadata;
  /** Reseller. */
  resellerInfo?: MkCResellerInfo;
  /** Plan that it is for. */
  serviceLevel?: string;
  /** When it last changed. */
  updateTime?: string;
  /** Whether the older license agreement holds. */
  useLegacyPartnerEula?: boolean;
  /** Labels of the seller. */
  userLabels?: string[];
};

/** The buyer that an offer is made to. */
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

/** One instalment of an offer. */
export type MkCPrivateOfferInstallment = {
  /** Price from then on. */
  priceModel?: MkCPrivateOfferPriceModel;
  /** When it is charged. */
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
  /** Service that it belongs to. */
  parentCommerceService?: string;
  /** Priced article. */
  skuId?: string;
  /** Prices by quantity. */
  tiers?: MkCPriceTier[];
  /** What a unit is. */
  unitDescription?: string;
};

/** List prices of an offer’s metrics. */
export type MkCPrivateOfferMetricInformation = {
  /** The metrics. */
  metricDetails?: MkCPrivateOfferMetricDetail[];
};

/** Where an offer that moves to the marketplace comes from. */
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

/** What either side may do during an offer. */
export type MkCPrivateOfferPolicies = {
  /** Whether the buyer may cancel. */
  cancellationPolicy?: string;
  /** Whether it renews by itself. */
  defaultRenewalPolicy?: string;
  /** Whether the buyer may take less. */
  downgradePolicy?: string;
  /** How often it may renew. */
  maxRenewalTimes?: string;
  /** Why the offer is made. */
  offerDealType?: 'OFFER_DEAL_TYPE_UNSPECIFIED' | 'CHANNEL_SHIFT' | 'MIGRATION' | 'NATIVE_RENEWAL' | (string & {});
  /** Whether the seller approves the purchase. */
  purchaseApproval?: string;
  /** Exception to that. */
  purchaseApprovalOverride?: string;
};

/** How an offer is priced. */
export type MkCPrivateOfferPriceModel = {
  /** Public offer that discounts refer to. */
  baseOffer?: string;
  /** Committed spending. */
  commitment?: MkCPrivateOfferPriceModelCommitment;
  /** Flat price. */
  fixedPrice?: MkCPrivateOfferPriceModelFixed;
  /** Credit granted once. */
  oneTimeCredit?: MkCPriceValue;
  /** Price above what is included. */
  overage?: MkCPrivateOfferPriceModelOverage;
  /** Price of usage. */
  payg?: MkCPrivateOfferPriceModelPayg;
  /** What becomes of credit left from the offer before. */
  previousCreditBalancePolicy?: string;
};

/** What the buyer commits to spend in each period. */
export type MkCPrivateOfferPriceModelCommitment = {
  /** Amount of each period. */
  commitmentAmountPerPeriod?: MkCPriceValue;
  /** Discount on usage. */
  discount?: MkCPrivateOfferPriceModelDiscount;
  /** Length of a period. */
  period?: MkCPeriodDuration;
};

/** A discount, as a share or as a price. */
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

/** The price of usage above what is included. */
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
  /** Whether the end follows the replaced offer. */
  cotermAlignment?: string;
  /** Resource name of the replaced offer. */
  replacedOffer?: string;
  /** When the replaced offer ends. */
  replacedOfferEndTime?: string;
  /** How it is replaced. */
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

/** When an offer holds. */
export type MkCPrivateOfferTerm = {
  /** Whether it starts on a date. */
  enableScheduledStartTimes?: boolean;
  /** End of the offer. */
  endTime?: string;
  /** What it starts with. */
  startPolicy?: string;
  /** Start of the offer. */
  startTime?: string;
  /** Length of the offer. */
  termDuration?: MkCPeriodDuration;
};

/** Bounds of an offer’s length. */
export type MkCPrivateOfferTermDurationConstraint = {
  /** Length proposed. */
  defaultDuration?: MkCPeriodDuration;
};

/** When a reseller’s offer may hold. */
export type MkCPrivateOfferTermTemplate = {
  /** Whether it starts on a date. */
  enableScheduledStartTimes?: boolean;
  /** End of the offer. */
  endTime?: string;
  /** How often the buyer pays. */
  paymentRecurrence?: string;
  /** What it starts with. */
  startPolicy?: string;
  /** Start of the offer. */
  startTime?: string;
  /** Length of the offer. */
  termDuration?: MkCPeriodDuration;
  /** Bounds of the length. */
  termDurationConstraint?: MkCPrivateOfferTermDurationConstraint;
};

/** A product as marketplace C lists it. */
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
  /** The price in words. */
  description?: string;
  /** How the plan is charged. */
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

/** Who sells. */
export type MkCProviderInfo = {
  /** E-mail address of the person who made the offer. */
  creatorEmailAddress?: string;
  /** E-mail address of the sales contact. */
  salesContactEmail?: string;
  /** Name of the sales contact. */
  salesContactName?: string;
};

/** Through whom an offer is sold. */
export type MkCPurchaseChannel = {
  /** Sold directly on the marketplace. */
  marketplace?: boolean;
  /** Sold by a reseller. */
  reseller?: boolean;
};

/** A plan as marketplace C keeps it. */
export type MkCPurchaseOptionSpec = {
  /** Features of the plan. */
  featureValues?: MkCFeatureValue[];
  /** Name of the plan. */
  name?: string;
  /** Prices. */
  priceInfo?: MkCProductPriceInfo;
  /** Who may buy it. */
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
  /** Kind of that account. */
  billingAccountType?: string;
  /** Note of the vendor to the reseller. */
  notesToReseller?: string;
  /** Name of the reseller. */
  partnerAccountName?: string;
  /** Template that the reseller’s offer is made from. */
  resellOfferTemplateId?: string;
  /** E-mail address of the contact. */
  resellerContactEmail?: string;
  /** Name of the contact. */
  resellerContactName?: string;
  /** Plan that the reseller’s offer is made from. */
  resellerPrivateOfferPlanId?: string;
  /** Who may use that plan. */
  resellerPrivateOfferPlanScope?: string;
  /** Billing account of the reseller’s customer. */
  subBillingAccount?: string;
};

/** A plan from which a reseller makes private offers. */
export type MkCResellerPlan = {
  /** Last moment at which the reseller may accept it. */
  acceptanceDeadlineTime?: string;
  /** Agreement between vendor and reseller. */
  agreement?: string;
  /** Documents agreed to. */
  agreementDocuments?: MkCResellerPrivateOfferPlanAgreementDocuments;
  /** Plan that it amends. */
  amendmentContext?: Record<string, unknown>;
  /** Displayed name. */
  displayName?: string;
  /** When it may be used. */
  durationConfig?: MkCResellerPrivateOfferPlanDurationConfig;
  /** Features and their values. */
  features?: MkCFeatureValue[];
  /** Instalments. */
  installmentTimelineTemplate?: MkCResellerPrivateOfferPlanInstallmentTimelineTemplate;
  /** Vendor. */
  isvInfo?: MkCIsvInfo;
  margin?: MkCResellerPrivateOfferPlanMargin;
  /** Where it belongs on the marketplace. */
  metaInfo?: MkCResellerPrivateOfferPlanMetainfo;
  /** Resource name. */
  name?: string;
  /** What the offers may provide for. */
  offerTemplatePolicies?: MkCOfferTemplatePolicies;
  /** When the offers may hold. */
  offerTermTemplate?: MkCPrivateOfferTermTemplate;
  /** When the buyer pays. */
  paymentSchedule?: string;
  /** Bounds of the price. */
  priceModelTemplate?: MkCResellerPrivateOfferPlanPriceModelTemplate;
  /** Product and plan. */
  productInfo?: MkCProductInfo;
  /** Plan that it replaces. */
  replacementMetadata?: Record<string, unknown>;
  /** Template that it belongs to. */
  resellOfferTemplate?: string;
  /** Reseller. */
  resellerInfo?: MkCResellerInfo;
  /** Whether it serves once or repeatedly. */
  reusePolicy?: string;
  /** What the offers start with. */
  startPolicy?: string;
  /** State now. */
  state?: MkCResellerPrivateOfferPlanState;
  /** States before. */
  stateTransitions?: MkCResellerPrivateOfferPlanStateTransition[];
  /** When it last changed. */
  updateTime?: string;
};

/** Documents that reseller and buyer agree to. */
export type MkCResellerPrivateOfferPlanAgreementDocuments = {
  /** Between vendor and buyer. */
  isvToCustomerAgreementDocument?: MkCDocument;
  /** Between vendor and reseller. */
  isvToResellerAgreementDocument?: MkCDocument;
};

/** When a reseller may use a plan. */
export type MkCResellerPrivateOfferPlanDurationConfig = {
  /** Last moment. */
  endTime?: string;
  /** First moment. */
  startTime?: string;
};

/** Bounds of one instalment. */
export type MkCResellerPrivateOfferPlanInstallmentTemplate = {
  /** Bounds of the price. */
  priceModelTemplate?: MkCResellerPrivateOfferPlanPriceModelTemplate;
  /** When it is charged. */
  startTime?: string;
};

/** Bounds of the instalments in order. */
export type MkCResellerPrivateOfferPlanInstallmentTimelineTemplate = {
  /** The instalments. */
  installmentTemplates?: MkCResellerPrivateOfferPlanInstallmentTemplate[];
};

/** What the reseller earns. */
export type MkCResellerPrivateOfferPlanMargin = {
  /** Margin in percent. */
  marginPercentage?: MkCResellerPrivateOfferPlanMarginPercentage;
};

/** A margin in percent. */
export type MkCResellerPrivateOfferPlanMarginPercentage = {
  /** The margin as the marketplace wrote it. */
  value?: string;
};

/** Where a plan belongs on the marketplace. */
export type MkCResellerPrivateOfferPlanMetainfo = {
  /** Organization of the seller. */
  mkCOrganizationId?: string;
  /** Project of the seller. */
  mkCProjectNumber?: string;
};

/** The state that a plan took. */
export type MkCResellerPrivateOfferPlanNewState = {
  /** The state. */
  stateType?: 'STATE_TYPE_DRAFT' | 'STATE_TYPE_READY_TO_ACCEPT' | 'STATE_TYPE_READY_TO_USE' | 'STATE_TYPE_READY_TO_USE_IN_FUTURE' | 'STATE_TYPE_REJECTED' | 'STATE_TYPE_USED' | 'STATE_TYPE_CANCELED' | 'STATE_TYPE_EXPIRED_NEVER_ACCEPTED' | 'STATE_TYPE_EXPIRED_ACCEPTED' | 'STATE_TYPE_COMPLETED' | (string & {});
};

/** Priced articles. */
export type MkCResellerPrivateOfferPlanPriceModelSkuList = {
  /** The articles. */
  skus?: string[];
};

/** Which priced articles a price is for. */
export type MkCResellerPrivateOfferPlanPriceModelSkuRepresentation = {
  /** Groups of articles. */
  skuGroupList?: Record<string, unknown>;
  /** Single articles. */
  skuList?: MkCResellerPrivateOfferPlanPriceModelSkuList;
  /** Which of the two holds. */
  skus?: string;
};

/** Bounds within which a reseller prices an offer. */
export type MkCResellerPrivateOfferPlanPriceModelTemplate = {
  /** Public offer that discounts refer to. */
  baseOffer?: string;
  /** Committed spending. */
  commitment?: MkCResellerPrivateOfferPlanPriceModelTemplateCommitment;
  /** Which usage price holds. */
  consumption?: string;
  /** Flat price. */
  fixedPrice?: MkCResellerPrivateOfferPlanPriceModelTemplateFixedPrice;
  /** Price above what is included. */
  overage?: MkCResellerPrivateOfferPlanPriceModelTemplateOverage;
  /** Price of usage. */
  payg?: MkCResellerPrivateOfferPlanPriceModelTemplatePayg;
  /** Which recurring price holds. */
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

/** Bounds of the price above what is included. */
export type MkCResellerPrivateOfferPlanPriceModelTemplateOverage = {
  /** Bounds of the discount. */
  discountTemplate?: MkCPriceModelDiscountTemplate;
  /** Bounds by priced article. */
  skuDiscountTemplates?: Record<string, unknown>[];
  /** Articles that it is for. */
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
  /** Articles that it is for. */
  skuRepresentation?: MkCResellerPrivateOfferPlanPriceModelSkuRepresentation;
};

/** The state of a plan for resellers. */
export type MkCResellerPrivateOfferPlanState = {
  /** Why it was cancelled. */
  cancellationReason?: Record<string, unknown>;
  /** Comment on the state. */
  comment?: string;
  /** Why it was rejected. */
  rejectionReason?: Record<string, unknown>;
  /** The state. */
  stateType?: 'STATE_TYPE_DRAFT' | 'STATE_TYPE_READY_TO_ACCEPT' | 'STATE_TYPE_READY_TO_USE' | 'STATE_TYPE_READY_TO_USE_IN_FUTURE' | 'STATE_TYPE_REJECTED' | 'STATE_TYPE_USED' | 'STATE_TYPE_CANCELED' | 'STATE_TYPE_EXPIRED_NEVER_ACCEPTED' | 'STATE_TYPE_EXPIRED_ACCEPTED' | 'STATE_TYPE_COMPLETED' | (string & {});
};

/** A change of a plan’s state. */
export type MkCResellerPrivateOfferPlanStateTransition = {
  /** State taken. */
  newState?: MkCResellerPrivateOfferPlanNewState;
  /** When it changed. */
  transitionTime?: string;
};

/** A change of the share. */
export type MkCRevenueShareChange = {
  /** The share from then on. */
  revenueShare?: MkCRevenueShareValue;
  /** Who set it. */
  revenueShareType?: string;
  /** Since when it holds. */
  startTime?: string;
};

/** A share of the revenue. */
export type MkCRevenueShareValue = {
  /** The share as the marketplace wrote it. */
  value?: string;
};

/** An operation that marketplace C did not take. */
export type MkCServiceControlReportError = {
  /** The operation. */
  operationId?: string;
  /** Why. */
  status?: MkCServiceControlStatus;
};

/** What marketplace C answered of a report. */
export type MkCServiceControlReportResponse = {
  /** What it did not take. */
  reportErrors?: MkCServiceControlReportError[];
  /** Configuration there. */
  serviceConfigId?: string;
  /** Its rollout. */
  serviceRolloutId?: string;
};

/** An error of marketplace C. */
export type MkCServiceControlStatus = {
  /** Its code. */
  code?: number;
  /** Details, as bytes. */
  details?: number[][];
  /** Its text. */
  message?: string;
};

/** A document of free content. */
export type MkCUnstructuredDocument = {
  /** The content. */
  content?: string;
};

/** A buyer’s account as marketplace C shows it. */
export type MkCUserAccount = {
  /** Approvals that the account has or needs. */
  approvals?: MkCUserAccountApproval[];
  /** Billing account that pays. */
  billingAccountId?: string;
  /** When it was made. */
  createTime?: string;
  /** Identifier. */
  id?: string;
  /** What the buyer entered, as bytes. */
  inputProperties?: number[];
  /** Resource name. */
  name?: string;
  /** Billing account above it, for buyers of resellers. */
  parentBillingAccountId?: string;
  /** Seller. */
  provider?: string;
  /** State on the marketplace. */
  state?: string;
  /** When it last changed. */
  updateTime?: string;
  /** The person behind it. */
  userInfo?: MkCUserInfo;
};

/** An approval that an account needs. */
export type MkCUserAccountApproval = {
  /** What is approved. */
  name?: string;
  /** Why it was decided so. */
  reason?: string;
  /** State of the approval. */
  state?: 'STATE_UNSPECIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | (string & {});
  /** When it last changed. */
  updateTime?: string;
};

/** The person behind an account. */
export type MkCUserInfo = {
  /** Orders of the person. */
  orders?: string[];
  /** Roles of the person. */
  roles?: string[];
  /** Identity of the person. */
  user_identity?: string;
};

/** What marketplace D was sent of a report: the last call. */
export type MkDClientPushMeteringDataRequest = {
  /** The usage, as JSON. */
  Metering?: string;
};

/** What marketplace D answered. */
export type MkDClientPushMeteringDataResponseBody = {
  /** Its receipt. */
  RequestId?: string;
  /** Whether it has taken the call. */
  Success?: boolean;
};

/** Wrapper of instance identifiers. */
export type MkDInstanceIds = {
  /** The identifiers. */
  InstanceId?: string[];
};

/** A module of a bought product. */
export type MkDModule = {
  /** Code of the module. */
  Code?: string;
  /** Identifier of the module. */
  Id?: string;
  /** Name of the module. */
  Name?: string;
  /** What was chosen. */
  Properties?: MkDModuleProperties;
};

/** Wrapper of module properties. */
export type MkDModuleProperties = {
  /** The properties. */
  Property?: MkDModuleProperty[];
};

/** A property of a bought module. */
export type MkDModuleProperty = {
  /** Unit shown beside the value. */
  DisplayUnit?: string;
  /** Key of the property. */
  Key?: string;
  /** Name of the property. */
  Name?: string;
  /** Values chosen. */
  PropertyValues?: MkDPropertyValues;
  /** How the property is displayed. */
  ShowType?: string;
};

/** Wrapper of modules. */
export type MkDModules = {
  /** The modules. */
  Module?: MkDModule[];
};

/** A product as marketplace D lists it. */
export type MkDProduct = Record<string, unknown>;

/** A value that a property of a bought module takes. */
export type MkDPropertyValue = {
  /** Displayed name. */
  DisplayName?: string;
  /** Largest value. */
  Max?: string;
  /** Smallest value. */
  Min?: string;
  /** Remark. */
  Remark?: string;
  /** Distance between values. */
  Step?: string;
  /** Whether it is a single value or a range. */
  Type?: string;
  /** The value. */
  Value?: string;
};

/** Wrapper of property values. */
export type MkDPropertyValues = {
  /** The values. */
  PropertyValue?: MkDPropertyValue[];
};

/** The state of what belongs to an instance. */
export type MkDRelationalData = {
  /** State of the service. */
  ServiceStatus?: string;
};

/** Wrapper of telephone numbers. */
export type MkDSupplierTelephones = {
  /** The numbers. */
  Telephone?: string[];
};

/** An offer as marketplace E keeps it. */
export type MkEOffer = Record<string, unknown>;

/** How marketplace F knows a buyer. */
export type MkFBuyer = {
  /** Account of the buyer. */
  mkFCustomerID?: string;
};

/** An offer as marketplace F keeps it. */
export type MkFOffer = {
  /** When access ends. */
  access_end_time?: string;
  /** What access starts with. */
  access_start_date_preference?: string;
  /** When access starts. */
  access_start_time?: string;
  /** Further information for the buyer. */
  additional_information?: string;
  /** Comment of the seller. */
  comment?: string;
  /** Length of the contract in months. */
  contract_duration_months?: number;
  /** Kind of contract. */
  contract_type?: 'SUBSCRIPTION' | 'LIMITED_TIME' | 'PAY_AS_YOU_GO' | (string & {});
  /** Value of the contract as the marketplace wrote it. */
  contract_value?: string;
  /** Discount in percent; 0 to 100 but in drafts. */
  discount?: number;
  /** Displayed name. */
  display_name?: string;
  /** Last moment of acceptance. */
  expiration_time?: string;
  /** What invoicing starts with. */
  invoice_start_date_preference?: string;
  /** When invoicing starts. */
  invoice_start_time?: string;
  /** Whether it is the public offer of the listing. */
  is_default?: boolean;
  /** Identifier of the offer. */
  name?: string;
  /** How it is paid. */
  payment_terms?: MkFOfferPaymentTerms;
  /** Price plan that it uses. */
  pricing_plan_name?: string;
  /** State of the offer. */
  state?: 'DRAFT' | 'PUBLISHED' | 'WITHDRAWN' | (string & {});
  /** When the state last changed. */
  state_updated_on?: string;
  /** Account that it is made for. */
  target_consumer?: string;
  /** Terms that the buyer agrees to. */
  terms_of_service?: MkFOfferTermsOfService;
  /** When it last changed. */
  updated_on?: string;
};

/** How an offer is paid. */
export type MkFOfferPaymentTerms = {
  /** Instalments, if any. */
  installment_schedule?: MkFPlanInstallmentSchedule;
  /** Means of payment. */
  payment_type?: 'INVOICE' | 'CREDIT_CARD' | 'INSTALLMENT' | (string & {});
};

/** The terms that a buyer agrees to. */
export type MkFOfferTermsOfService = {
  /** Where the seller’s own terms are. */
  custom_link?: string;
  /** Whether standard or own terms hold. */
  type?: string;
};

/** One instalment that differs from the others. */
export type MkFPlanInstallment = {
  /** Amount. */
  installment_amount?: number;
  /** Position in the schedule. */
  installment_number?: number;
};

/** Instalments of equal distance. */
export type MkFPlanInstallmentSchedule = {
  /** Amount of each instalment. */
  default_installment_amount?: number;
  /** Months between instalments. */
  installment_duration?: number;
  /** Instalments of another amount. */
  overridden_installments?: MkFPlanInstallment[];
};

/** A listing as marketplace F keeps it. */
export type MkFProduct = Record<string, unknown>;

/** A passkey that an authenticator has made. */
export type NewPasskey = {
  /** Name by which the person knows it. */
  name: string;
  /** As `beginPasskey` answered it. */
  state: string;
  /** What the browser answered, as `PublicKeyCredential.toJSON` writes it. */
  credential: Record<string, unknown>;
};

/** What was used of one entitlement at one time, as an element of a batch. */
export type NewUsageRecordGroup = {
  /** Usage by billable metric, in place of `records`. */
  billableRecords?: MeteringUsageRecord[];
  /** Entitlement that it was used of. */
  entitlementID?: string;
  /** Identifier, best a UUIDv7. Reporting it once more with the same content answers the first record (R60). */
  id?: string;
  /** Where it comes from. */
  metaInfo?: MeteringUsageRecordGroupMetaInfo;
  /** Quantities by key of dimension, or by its name where only one has it: 1 to 100. */
  records?: Record<string, number>;
  /** When it was used; the time of the call when absent. */
  timestamp?: string;
};

/** Who reads the mail: a buyer sees nothing of the seller’s own. */
export type NotificationAudience = 'MEMBERS' | 'BUYERS';

/** Who is notified of what, and by which way. */
export type NotificationConfigInfo = {
  /** Scopes that can be configured, for a user interface; read-only. */
  allEmailNotificationScopes?: string[];
  /** Fields of the CRM that can be chosen, by CRM; only CRMs with an integration, and none until its fields are read; read-only. */
  crmFieldOptionsByCrm?: Record<string, unknown>;
  /** Days before expiry at which the notice goes out. */
  daysToExpireSoonOfferWorkflowNotification?: number;
  /** Sender where a scope has none of its own; read-only. */
  defaultSenderEmail?: string;
  /** Whether buyers are not notified of offers by e-mail. */
  disableEmailNotificationOnOfferReady?: boolean;
  /** How each scope is sent, by scope. */
  emailNotificationScopeEventConfigs?: Record<string, EmailNotificationScopeEventConfig | null>;
  /** Whether members are notified of events by e-mail. */
  enableEmailNotification?: boolean;
  /** Whether notice is given before an offer expires. */
  enableExpireSoonOfferWorkflowNotification?: boolean;
  /** Whether webhooks are limited to the products listed. */
  enableWebhookNotification?: boolean;
  /** Fields that can be chosen, by kind of entity; read-only. */
  entityFieldOptions?: Record<string, unknown>;
  /** Groups of people that can be chosen, by kind of entity; read-only. */
  roleGroupOptionsByEntityType?: Record<string, unknown>;
  /** Chat channel of customer support. */
  supportChatChannelID?: string;
  /** What of a change is not known and was ignored; in the answer to that change, read-only. */
  warningMessages?: string[];
  /** Products whose events go out by webhook when limited. */
  webhookProductWhitelist?: string[];
};

/** Something that happened and that people may be notified of. */
export type NotificationEvent = {
  /** What happened. */
  action?: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Contacts that get a copy. */
  ccContactIds?: string[];
  /** Ways by which it is sent. */
  channels?: ('EMAIL' | 'SLACK' | 'SMS' | 'SNS' | 'CRMA' | 'WEBHOOK' | 'SERVICE_SUPPORT' | 'VENDORM_TEAMS' | (string & {}))[];
  /** E-mail addresses that are notified. */
  contactEmails?: string[];
  /** Contacts that are notified. */
  contactIds?: string[];
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Fields of the sender’s own. */
  customFields?: Record<string, unknown>;
  /** Identifier of what it is about. */
  entityID?: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** Kind of thing that it is about. */
  entityType?: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of the event. */
  eventID?: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** What happened, in words. */
  message?: string;
  /** Organization that it happened in. */
  organizationID?: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** When it happened or is due. */
  timestamp?: string;
  /** Headline. */
  title?: string;
  /** What recipients did with it. */
  trackEvents?: TrackEvent[];
  /** What happened, exactly: ACTION.ENTITY. `action` and `entityType` have the nearest published word, where these are words of this service alone. */
  type?: string;
};

/** The claim on sending a notice once. */
export type NotificationLease = Record<string, unknown>;

/** What was sent, or is to be, to one recipient by one channel. */
export type NotificationMessage = {
  /** How often sending was tried. */
  attempts?: number;
  /** When it was made. */
  creationTime?: string;
  /** Why the last try failed. */
  errorMessage?: string;
  /** Identifier. */
  id?: string;
  /** What it says. */
  info?: NotificationMessageInfo;
  /** When its state last changed. */
  lastUpdateTime?: string;
  /** Event that it is about. */
  notificationEventID?: string;
  /** When its recipient first opened it, as far as that is known. */
  openTime?: string;
  /** Organization that sends it. */
  organizationID?: string;
  /** Who it is for: an address. */
  recipient?: string;
  /** How far sending has come. */
  status?: 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** The channel. */
  type?: 'EMAIL' | 'SLACK' | 'SMS' | 'SNS' | 'CRMA' | 'WEBHOOK' | 'SERVICE_SUPPORT' | 'VENDORM_TEAMS' | (string & {});
};

/** What a message says. */
export type NotificationMessageInfo = {
  /** What happened. */
  action?: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Addresses that got a copy. */
  ccRecipients?: string[];
  /** Fields of the sender’s own. */
  customFields?: Record<string, unknown>;
  /** Content as HTML. */
  htmlContent?: string;
  /** Addresses that got a hidden copy. */
  rccRecipients?: string[];
  /** What the content was made of. */
  standardFields?: Record<string, unknown>;
  /** Subject. */
  subject?: string;
  /** Content as text. */
  textContent?: string;
};

/** Templates to look at before they are used. */
export type NotificationTemplateParams = {
  audience?: NotificationAudience;
  /** Addresses of members that get the test; the caller’s when absent. */
  recipients?: string[];
  /** The scope. */
  scope?: string;
  /** Subject instead of the configured one. */
  subjectOverride?: string;
  /** Content instead of the configured one, as HTML with {{ placeholders }}. */
  templateOverride?: string;
};

/** A channel partner to which an offer is due. */
export type OfferAttribution = {
  basis?: AttributionBasis;
  /** The channel partner; required. */
  channelPartnerId?: string;
  /** When it was made. */
  creationTime?: string;
  /** The deal registration that was won, where that is why. */
  dealRegistrationId?: string;
  /** Identifier. */
  id?: string;
  kind?: AttributionKind;
  /** Organization. */
  organizationID?: string;
  /** What the channel partner has of it; those of one offer come to 100 at most. Required. From 0 to 100, with four decimals at most. */
  share?: number;
  /** Who said so. */
  createdBy?: string;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** The offer. */
  offerID?: string;
};

/** How an offer is copied. */
export type OfferClone = {
  /** Whether the offer that is copied is cancelled once the copy awaits acceptance; marketplace C. */
  cancelSourceAfterPublish?: boolean;
  /** Name of the copy; that of the offer when absent. */
  name?: string;
};

/** What became of the creation of an offer. */
export type OfferCreationOutcome = {
  /** Identifier of the offer on the marketplace, where that has it. */
  externalID?: string;
  /** True where the marketplace does not have the offer. */
  failed?: boolean;
};

/** The record of a discount group that was applied to metered dimensions. */
export type OfferDiscountGroupApplication = Record<string, unknown>;

/** How records of one system fill offers. */
export type OfferFillerConfigInfo = {
  /** System that is read. */
  from?: Partner;
  /** Which field fills which. */
  mappingInfo?: OfferFillerFieldMappingInfo;
  /** Kind of record that is filled. */
  targetObject?: string;
  /** System that is filled. */
  to?: Partner;
};

/** Which field fills which in an offer. */
export type OfferFillerFieldMappingInfo = Record<string, unknown>;

/** A field of the form of an offer. */
export type OfferFormField = {
  /** JSON pointer into the body of createOffer; `*` stands for each item of a list. */
  pointer?: string;
  /** What it is called. */
  label?: string;
  /** What is to be known of it. */
  help?: string;
  /** How its value is given, such as text, money, time, choice, list, group or json. */
  kind?: string;
  /** Whether the offer is refused without it. */
  required?: boolean;
  /** Values that there are, or are known; others may be possible where the kind is no choice. */
  options?: OfferFormOption[];
  /** Unit of a number; null where it has none. */
  unit?: string | null;
  /** Whether few need it. */
  advanced?: boolean;
};

/** A value that may be chosen. */
export type OfferFormOption = {
  /** The value. */
  value?: string;
  /** What people read. */
  label?: string;
};

/** A step of the form of an offer. */
export type OfferFormStep = {
  /** Name of the step. */
  name?: string;
  /** What it is called. */
  label?: string;
  /** What it is about. */
  help?: string;
  /** The fields, in their order. */
  fields?: OfferFormField[];
};

/** The terms of an offer. */
export type OfferInfo = {
  /** Documents added to the one at `eulaUrl`; with `eulaType` CUSTOM. */
  additionalEulaUrls?: string[];
  /** Documents added to the reseller’s; with `resellerEulaType` CUSTOM. */
  additionalResellerEulaUrls?: string[];
  /** Standard agreement that own documents are added to. */
  attachEulaType?: 'SCMP' | 'ECMP' | 'RCMP' | 'CUSTOM' | 'ISV' | 'CURRENT' | (string & {});
  /** Whether it renews by itself. */
  autoRenew?: boolean;
  /** Usage prices by billable metric; kept by the service. */
  billableDimensions?: BillableDimension[];
  /** When billing periods begin. */
  billingCycle?: string;
  /** Months between invoices; 1200 at most. */
  billingIntervalInMonths?: number;
  /** Countries, ISO 3166-1 alpha-2, from which it may be accepted; empty for all; marketplace A. */
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
  /** How the software reaches the buyer. */
  deliveryMethod?: string;
  /** Usage prices by marketplace dimension. */
  dimensions?: MeteringDimension[];
  /** Discount groups that were applied, the first that fits first; kept when the marketplace is read anew. */
  discountGroupApplications?: OfferDiscountGroupApplication[];
  /** Discount in percent on commits or usage, for display: 20 took off a fifth. Rates are those after it. 0 to 100 but in drafts. */
  discountPercentage?: number;
  /** Envelopes for signature, by contact. */
  docusignEnvelopeIds?: Record<string, string | null>;
  /** Order of merging: 0 the attached standard agreement, 1 `eulaUrl`, from 2 the additional ones. */
  eulaMergeOrder?: number[];
  /** Which license agreement holds. */
  eulaType?: 'SCMP' | 'ECMP' | 'RCMP' | 'CUSTOM' | 'ISV' | 'CURRENT' | (string & {});
  /** Where the license agreement is. Answers, events and the audit trail have stars in place of a user name and password, of parameters that are secrets by name or form, and of what is long and random in the path; here and in the other addresses of agreements. Sent back with the id of the draft it was read of, it stays as it is. */
  eulaUrl?: string;
  /** Days in which an invoice stays a draft for review; 36525 at most. */
  gracePeriodInDays?: number;
  /** Whether usage is charged only above the commit instead of in full beside it. */
  isMeteringOverageCommit?: boolean;
  /** Length from acceptance, as an ISO 8601 duration; marketplace A. */
  mkAAgreementDuration?: string;
  /** Reseller on marketplace A. */
  mkAChannelPartner?: MkAChannelPartner;
  /** Event of marketplace A that brought the right to resell. */
  mkACppoEventDetail?: MkABusEventDetail;
  /** Right to resell on marketplace A. */
  mkACppoOpportunity?: MkACppoOpportunity;
  /** Length in months of a contract on a model; marketplace A. */
  mkAMachineLearningContractDuration?: number;
  /** Margin of the reseller in percent, 0 to 1000 but in drafts; marketplace A. */
  mkAMarkupPercentage?: number;
  /** Offer set that it belongs to; marketplace A. */
  mkAOfferSetId?: string;
  /** Right to resell that it is made from; marketplace A. */
  mkAResaleAuthorizationId?: string;
  /** Plan at list price; marketplace B. */
  mkBOriginalPlan?: MkBPrivateOfferPlan;
  /** Terms for which machine software can be reserved; marketplace B. */
  mkBPlanSoftwareReservations?: MkBSoftwareReservation[];
  /** Private offer as marketplace B keeps it. */
  mkBPrivateOffer?: MkBPrivateOffer;
  /** Plan as marketplace B keeps it. */
  mkBProductVariant?: MkBProductVariant;
  /** Machine images of a plan, by which revenue is matched; marketplace B. */
  mkBVmImageSkuIds?: string[];
  /** Whether the end follows another entitlement; marketplace C. */
  mkCCotermAlignment?: string;
  /** Buyer; marketplace C. */
  mkCCustomerInfo?: MkCPrivateOfferCustomerInfo;
  /** Length in months; needed for private offers of marketplace C. */
  mkCDuration?: number;
  /** Values of features that the product lists; marketplace C. */
  mkCFeatures?: MkCFeatureValue[];
  /** Metrics of the plan; marketplace C. */
  mkCMetrics?: MkCMeteringMetric[];
  /** Where the offer was read from; marketplace C. */
  mkCOfferDataSource?: string;
  /** Why the offer is made; marketplace C. */
  mkCOfferDealType?: 'OFFER_DEAL_TYPE_UNSPECIFIED' | 'CHANNEL_SHIFT' | 'MIGRATION' | 'NATIVE_RENEWAL' | (string & {});
  /** How often the buyer pays; marketplace C. */
  mkCPaymentRecurrence?: 'MONTHLY_PERIOD' | 'QUARTERLY_PERIOD' | 'YEARLY_PERIOD' | 'CUSTOM_PERIOD' | (string & {});
  /** Whether the buyer pays ahead; marketplace C. */
  mkCPaymentSchedule?: string;
  /** Plans that it is for; marketplace C. */
  mkCPlans?: MkCPurchaseOptionSpec[];
  /** Private offer as marketplace C keeps it. */
  mkCPrivateOffer?: MkCPrivateOffer;
  /** Seller; marketplace C. */
  mkCProviderInfo?: MkCProviderInfo;
  /** Seller’s note, hidden from the buyer; marketplace C. */
  mkCProviderInternalNote?: string;
  /** Seller’s note to the buyer; the name of the offer when not given; marketplace C. */
  mkCProviderPublicNote?: string;
  /** Plan for resellers as marketplace C keeps it. */
  mkCResellerPrivateOfferPlan?: MkCResellerPlan;
  /** Discounts on usage by metric, paid afterwards; percentages from 0 to 100; marketplace C. */
  mkCSkuDiscounts?: SkuDiscount[];
  /** Statement of work; marketplace C. */
  mkCSowAgreementDocument?: AgreementDocument;
  /** How usage is discounted; marketplace C. */
  mkCUsagePlanPriceModel?: 'CUD_LIST_PRICE' | 'CUD_ALL_USAGE_DISCOUNTED' | 'USAGE_DISCOUNT_ONLY' | (string & {});
  /** Offer as marketplace E keeps it. */
  mkEOffer?: MkEOffer;
  /** Offer as marketplace F keeps it. */
  mkFOffer?: MkFOffer;
  /** Days in which an invoice is to be paid; 36525 at most. */
  netTermsInDays?: number;
  /** Payments on dates. */
  paymentInstallments?: PaymentInstallment[];
  /** Whether the buyer pays ahead. */
  paymentSchedule?: string;
  /** Where the offer can be read as PDF. */
  pdfURL?: string;
  /** Where buyers accept a private offer. */
  privateOfferUrl?: string;
  /** Whether broken billing periods are charged in part. */
  proratedBilling?: boolean;
  /** When the buyer may cancel and is paid back. */
  refundCancellationPolicy?: string;
  /** Standard agreement that the reseller’s documents are added to. */
  resellerAttachEulaType?: 'SCMP' | 'ECMP' | 'RCMP' | 'CUSTOM' | 'ISV' | 'CURRENT' | (string & {});
  /** Which agreement holds with the reseller. */
  resellerEulaType?: 'SCMP' | 'ECMP' | 'RCMP' | 'CUSTOM' | 'ISV' | 'CURRENT' | (string & {});
  /** Where the agreement with the reseller is. */
  resellerEulaUrl?: string;
  /** Notes of the seller, hidden from the buyer. */
  sellerNotes?: string;
  /** Future start, when it does not start at acceptance; contracts on marketplaces A and C. A bare date is its midnight in UTC: that day is in. */
  startTime?: string;
  /** Tax numbers that tax is reckoned with. */
  taxIds?: string[];
  /** Trial. */
  trialConfig?: TrialConfig;
  /**
   * Use `billingIntervalInMonths`.
   * @deprecated
   */
  usageBillingIntervalInMonths?: number;
  /** PUBLIC for listed offers, PRIVATE for negotiated ones; follows from the kind. */
  visibility?: string;
};

/** Offers to one buyer that are published and accepted together. */
export type OfferSet = {
  /** Buyers that the offers are made to: their buyerID, and those of their metaInfo.buyerIds. */
  buyerIDs?: string[];
  /** Who created it. */
  createdBy?: string;
  /** When it was created. */
  creationTime?: string;
  /** Last moment of acceptance, of all the offers; null without a limit. */
  expireTime?: string | null;
  /** Identifier on the marketplace. */
  externalID?: string;
  /** Identifier. */
  id?: string;
  /** What the offers have in common. */
  info?: OfferSetInfo;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Who changed it last. */
  lastUpdatedBy?: string;
  /** Links and notes. */
  metaInfo?: WorkloadMetaInfo;
  /** Name of the set. */
  name?: string;
  /** The offers, in the order in which they were added. */
  offerIDs?: string[];
  /** Organization that offers. */
  organizationID?: string;
  /** Where the offers are sold: MKA. */
  partner?: Partner;
  /** State of the set. */
  status?: OfferSetStatus;
};

/** What the offers of a set have in common. */
export type OfferSetInfo = {
  /** Accounts of the buyer on marketplace A; for the offers that name none. */
  buyerMkAAccountIds?: string[];
  /** Notes to the buyer. */
  buyerNotes?: string;
  /** Solution on marketplace A that the offers make up. */
  mkASolutionID?: string;
};

/** A page of the offer sets */
export type OfferSetPage = {
  /** The rows of this page */
  data: OfferSet[];
  /** Which page this is; the first is 1 */
  page_number: number;
  /** How many rows a page has at most */
  page_size: number;
  /** How many rows there are on all pages */
  total_count: number;
};

/** State of an offer set. */
export type OfferSetStatus = 'DRAFT' | 'PENDING_CREATE' | 'CREATE_FAILED' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'CANCEL_FAILED' | 'CANCELLED' | 'ACCEPTED' | 'REJECTED' | 'EXPIRED' | 'DELETED';

/** State of an offer. */
export type OfferStatus = 'INVALID' | 'ACCEPTED' | 'ACTIVE' | 'CANCEL_FAILED' | 'CANCEL_SUCCESS' | 'CANCELLED' | 'CREATE_FAILED' | 'CREATE_SUCCESS' | 'DELETED' | 'DEPRECATED' | 'DRAFT' | 'EXPIRED' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_CREATE' | 'PENDING_UPDATE' | 'PREVIEW' | 'READY_TO_USE' | 'REJECTED' | 'RESTRICTED' | 'TEST' | 'UPDATE_FAILED' | 'UPDATE_SUCCESS' | 'USED' | 'PENDING_PARTNER_ACTION' | 'VOID';

/** What creating an offer would come to. */
export type OfferValidation = {
  /** What was found, in the order of the sources. */
  findings?: OfferValidationFinding[];
  /** Whether nothing keeps the offer from being created as it was sent. */
  valid?: boolean;
};

/** Something that was found in an offer. */
export type OfferValidationFinding = {
  /** Whether the offer is created all the same, with a warning: an error that a person may confirm. Strict handling refuses it. */
  confirmable?: boolean;
  /** What was found. For people. */
  message?: string;
  /** Where in the body, as a JSON pointer; absent when it is about the offer as a whole. */
  pointer?: string;
  /** ERROR keeps the offer from being created as it was sent, WARNING does not. */
  severity?: string;
  /** What was compared with the offer: the form of the body, rules of this service, records that it names, rules of the marketplace. */
  source?: 'REQUEST' | 'RULES' | 'REFERENCES' | 'MARKETPLACE' | (string & {});
};

/** How far the organization has come with its first steps. */
export type OnboardingInfo = {
  /** Whether the list of first steps is hidden for everybody. */
  dismissed?: boolean;
  /** Notice that the organization is ready; kept by the service. */
  orgReady?: NotificationLease;
  /** Notices of readiness sent, by service; kept by the service. */
  readinessNotified?: Record<string, unknown>;
  /** Steps that a member skipped; a skip holds for the organization. */
  skippedSteps?: string[];
};

/** Work that goes on after the request that asked for it */
export type Operation = {
  /** When it ended */
  endTime?: string;
  /** The identifier of the operation */
  id?: string;
  /** How it ended; before that, what went wrong at the last try. For people */
  message?: string;
  /** What it does. For people */
  name?: string;
  /** When it was asked for */
  startTime?: string;
  /** RUNNING also while it waits for its turn or for another try. Other values may come */
  status?: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | (string & {});
  /** Always TemporalWorkflow, as existing clients know it */
  type?: string;
};

/** Work, and the work that it enqueued in its turn */
export type OperationDetails = {
  /** When it ended */
  endTime?: string;
  /** The identifier of the operation */
  id?: string;
  /** How it ended; before that, what went wrong at the last try. For people */
  message?: string;
  /** What it does. For people */
  name?: string;
  /** When it was asked for */
  startTime?: string;
  /** RUNNING also while it waits for its turn or for another try. Other values may come */
  status?: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | (string & {});
  /** Always TemporalWorkflow, as existing clients know it */
  type?: string;
  /** What it is about, who asked for it, how often it was tried and when it is tried next */
  memo?: Record<string, unknown>;
  /** The run: an operation has one, tries included */
  runId?: string;
  /** Null unless asked for by hasChildren */
  childWorkflowOperations?: ChildOperationDetails[] | null;
};

/** Names of opportunity fields in a CRM. */
export type OpportunityFieldMapping = Record<string, unknown>;

/** General settings. */
export type OrganizationConfigInfo = Record<string, unknown>;

/** Whether partners are real or played; it cannot be changed. */
export type OrganizationEnvironment = 'TEST' | 'PROD';

/** The settings of an organization. */
export type OrganizationInfo = {
  /** Use of AI features. */
  aiBillingConfig?: AIBillingConfig;
  /** Signup page. */
  clientSignupPageConfigInfo?: ClientSignupPageConfigInfo;
  /** Field names by CRM, where they differ from the usual ones. */
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

/** A person that belongs to an organization, or was invited to. */
export type OrganizationMember = {
  /** Identifier of the person; of an invitation, its own until it is taken up. */
  id?: string;
  /** The same, as the rows of organizations name it. */
  userID?: string;
  /** The organization. */
  organizationID?: string;
  /** Name of the person. */
  name?: string;
  /** E-mail address. */
  email?: string;
  /** Role in the organization. */
  role?: 'ADMIN' | 'EDITOR' | 'VIEWER' | (string & {});
  /** The channel partner for which it acts: it reaches the partner portal then and nothing else, whatever its role allows. */
  channelPartnerId?: string;
  /** ACTIVE or INVITED; REMOVED in the event of an end. */
  status?: string;
  /** When the person joined; null while invited. */
  joinOrganizationTime?: string | null;
  /** Who sent the invitation. */
  invitedBy?: string;
  /** Until when the invitation can be taken up. */
  invitationExpireTime?: string;
  /** When the person was first invited, or joined. */
  creationTime?: string;
  /** When this last changed. */
  lastUpdateTime?: string;
};

/** How much of something an organization may have. */
export type OrganizationQuota = {
  /** The name of the quota. */
  id?: string;
  /** The name of the quota. */
  name?: string;
  /** What is counted. */
  description?: string;
  /** How many there may be. */
  maximum?: number;
  /** How many there are; of a quota for a day, how many there were today. */
  used?: number;
};

/** What members and API clients of the role may do. */
export type OrganizationRole = {
  /** Identifier; of a standard role its name. */
  id?: string;
  /** The organization. */
  organizationID?: string;
  /** Name of the role: 2 to 50 capital letters, digits and underscores, a letter first. */
  name?: string;
  /** What the role is for. */
  description?: string;
  /** What the role allows. */
  permissions?: Permission[];
  /** Whether it is a standard role, which cannot be changed. */
  readOnly?: boolean;
  /** When it was created; absent on standard roles. */
  creationTime?: string;
  /** When it last changed; absent on standard roles. */
  lastUpdateTime?: string;
};

/** The license agreement before several were merged. */
export type OriginalEulaInfo = Record<string, unknown>;

/** How an organization stands */
export type Overview = {
  /** When it was counted, at most 10 s ago, by the clock of the organization */
  asOf: string;
  offers: OverviewOffers;
  entitlements: OverviewEntitlements;
  /** What somebody has to look at; empty when nothing is */
  attention: OverviewAttention[];
  /** The first steps */
  checklist: OverviewStep[];
};

/** What somebody has to look at */
export type OverviewAttention = {
  /** What is the matter */
  kind: 'INTEGRATION_NOT_VERIFIED' | 'WEBHOOK_DISABLED' | 'OFFER_CREATE_FAILED' | 'OFFER_AWAITS_APPROVAL' | 'OFFER_EXPIRES_SOON' | 'ENTITLEMENT_ENDS_SOON' | 'USAGE_NOT_REPORTED';
  /** How many records it concerns; 100 stands for 100 and more */
  count: number;
  /** Since when, of the one that waits longest; of what is to end, when the first one does */
  oldest: string;
  /** The first three */
  sample: OverviewSample[];
  /** The list that has them, below the path of the organization */
  query: string;
};

/** Entitlements */
export type OverviewEntitlements = {
  /** How many entitlements are in each state that has any */
  byStatus: Record<string, number>;
  /** What entitlements that are in force come to in a year, by currency */
  annualized: OverviewSum[];
};

/** Offers */
export type OverviewOffers = {
  /** How many offers are in each state that has any */
  byStatus: Record<string, number>;
  /** Offers that await their buyer, by currency; the amount is rates by quantities of their commits */
  open: OverviewSum[];
};

/** A record that is concerned */
export type OverviewSample = {
  /** Identifier */
  id: string;
  /** Name; empty without one */
  name: string;
};

/** A first step */
export type OverviewStep = {
  /** What is to be done */
  step: 'integration' | 'product' | 'offer' | 'entitlement' | 'notification' | 'crm';
  /** Whether it is */
  done: boolean;
  /** Whether a member has skipped it (onboardingInfo) */
  skipped: boolean;
};

/** What is in one currency */
export type OverviewSum = {
  /** ISO 4217; two currencies are never in one sum */
  currency: string;
  /** How many there are in this currency */
  count: number;
  /** What they come to */
  amount: number;
};

/** A marketplace, CRM, billing, metering or payment system; any letter case is accepted. */
export type Partner = 'MKA' | 'MKA_CHINA' | 'MKB' | 'MKC' | 'MKD' | 'MKE' | 'MKF' | 'CRMA' | 'CRMB' | 'CRMC' | 'BILLA' | 'BILLB' | 'METERA' | 'METERB' | 'PAYA' | 'PAYB' | 'VENDORM' | 'ANTHROPIC' | 'DATABRICKS' | 'DOCUSIGN' | 'GOOGLE' | 'INTUIT' | 'MARKETO' | 'OPENAI' | 'REDHAT' | 'SLACK' | 'ZOHO';

/** How usage is metered for one partner. */
export type PartnerUsageMeteringConfig = {
  /** Dimension that reported usage counts for, by the name reported; older form. */
  dimensionMapping?: Record<string, UsageMeteringDimensionMappingValue | null>;
  /** Dimensions that reported usage counts for, by the name reported. */
  dimensionMappingV2?: Record<string, UsageMeteringDimensionMappingValue[] | null>;
  /** Whether usage is counted by billable metrics. */
  enableBillableDimension?: boolean;
  /** Whether usage above a commit costs the list price. */
  enableCommitWithAdditionalUsageAtListPrice?: boolean;
  /** Whether only usage above a commit is metered. */
  enableCommitWithAdditionalUsageMetering?: boolean;
  /** Whether dimensions are mapped. */
  enableDimensionMapping?: boolean;
  /** Whether an hour without usage of an active entitlement is reported as zero, for each of its dimensions, where the marketplace takes that (marketplace A). Usage of such an hour that comes later is reported for the next hour that is free. */
  enableZeroUsage?: boolean;
  /** The partner. */
  partner?: Partner;
};

/** A passkey of a person. */
export type Passkey = {
  /** Identifier. */
  id?: string;
  /** Name that the person gave it. */
  name?: string;
  /** When it was registered. */
  creationTime?: string;
  /** When it last signed the person in. */
  lastUsedAt?: string;
};

/** A challenge for a new passkey. */
export type PasskeyEnrolment = {
  /** What `PublicKeyCredential.parseCreationOptionsFromJSON` takes. */
  options: Record<string, unknown>;
  /** To be sent back within five minutes, once. */
  state: string;
};

/** Proof that the person itself asks for the change. */
export type PasswordAgain = {
  /** The password of the person. */
  currentPassword: string;
};

/** A new password, by a link of a mail. */
export type PasswordReset = {
  /** What stood in the link of the mail. */
  token: string;
  /** Password: 12 to 200 characters, not the e-mail address. */
  password: string;
};

/** A wish for a new password. */
export type PasswordResetRequest = {
  /** E-mail address. */
  email: string;
};

/** What a charge did to the balance at payment provider A. */
export type PayABalanceTransaction = {
  /** Amount, in the smallest coin. */
  amount?: number;
  /** When it is available, in seconds since 1970. */
  available_on?: number;
  /** Charge there. */
  chargeId?: string;
  /** When it was made, in seconds since 1970. */
  created?: number;
  /** Description. */
  description?: string;
  /** Rate, where currencies were exchanged. */
  exchange_rate?: number;
  /** Fee, in the smallest coin. */
  fee?: number;
  /** What the fee is made of. */
  fee_details?: PayABalanceTransactionFeeDetail[];
  /** Identifier there. */
  id?: string;
  /** Amount less fee, in the smallest coin. */
  net?: number;
  /** State there. */
  status?: string;
  /** Kind of transaction there. */
  type?: string;
};

/** A part of a fee. */
export type PayABalanceTransactionFeeDetail = {
  /** Amount, in the smallest coin. */
  amount?: number;
  /** Application that takes it. */
  application?: string;
  /** What it is for. */
  description?: string;
  /** Kind of fee. */
  type?: string;
};

/** A buyer as payment provider A keeps it. */
export type PayACustomer = {
  /** Postal address. */
  address?: PayACustomerAddress;
  /** Note on the customer. */
  description?: string;
  /** E-mail address. */
  email?: string;
  /** Identifier there. */
  id?: string;
  /** Data of the seller’s own. */
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

/** A charge that the buyer disputes at payment provider A. */
export type PayADispute = {
  /** Amount, in the smallest coin. */
  amount?: number;
  /** Charge there. */
  chargeId?: string;
  /** When it began, in seconds since 1970. */
  created?: number;
  /** Identifier there. */
  id?: string;
  /** Whether the charge can still be refunded. */
  is_charge_refundable?: boolean;
  /** False in the provider’s test mode. */
  livemode?: boolean;
  /** Payment intent there. */
  paymentIntentId?: string;
  /** Why it is disputed. */
  reason?: string;
  /** State there. */
  status?: string;
};

/** Why something failed at payment provider A. */
export type PayAError = {
  /** Code. */
  code?: string;
  /** Message. */
  message?: string;
  /** Parameter that it is about. */
  param?: string;
  /** Status of the answer. */
  status?: number;
  /** Kind of error. */
  type?: string;
};

/** A charge as payment provider A keeps it. */
export type PayAPaymentIntent = {
  /** Identifier there. */
  id?: string;
  /** Why the last try failed. */
  last_payment_error?: PayAError;
  /** False in the provider’s test mode. */
  livemode?: boolean;
  /** State there. */
  status?: string;
};

/** A means of payment as payment provider A keeps it. */
export type PayAPaymentMethod = {
  /** Where it is an account for BACS debits. */
  bacs_debit?: PayAPaymentMethodBACSDebit;
  /** Where it is a card. */
  card?: PayAPaymentMethodCard;
  /** When it was made there, in seconds since 1970. */
  created?: number;
  /** Identifier there. */
  id?: string;
  /** False in the provider’s test mode. */
  livemode?: boolean;
  /** Kind of record there. */
  object?: string;
  /** Where it is an account for SEPA debits. */
  sepa_debit?: PayAPaymentMethodSEPADebit;
  /** Where it is an account for ACH debits. */
  us_bank_account?: PayAPaymentMethodUSBankAccount;
};

/** An account for BACS debits. */
export type PayAPaymentMethodBACSDebit = {
  /** The same for each record of one account. */
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
  /** Last month, 1 to 12. */
  exp_month?: number;
  /** Last year, in four digits. */
  exp_year?: number;
  /** The same for each record of one card. */
  fingerprint?: string;
  /** How it is funded. */
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
  /** The same for each record of one account. */
  fingerprint?: string;
  /** Last characters of the account. */
  last4?: string;
};

/** An account for ACH debits. */
export type PayAPaymentMethodUSBankAccount = {
  /** Whose it is. */
  account_holder_type?: string;
  /** Kind of account. */
  account_type?: string;
  /** Name of the bank. */
  bank_name?: string;
  /** The same for each record of one account. */
  fingerprint?: string;
  /** Last four digits. */
  last4?: string;
  /** Routing number of the bank. */
  routing_number?: string;
};

/** A product as payment provider A keeps it. */
export type PayAProduct = Record<string, unknown>;

/** A refund as payment provider A keeps it. */
export type PayARefund = {
  /** Charge there. */
  chargeId?: string;
  /** Where it goes. */
  estinationDetails?: PayARefundDestinationDetails;
  /** What its failure did to the balance. */
  failureBalanceTransactionId?: string;
  /** Why it failed. */
  failureReason?: string;
  /** Identifier there. */
  id?: string;
  /** Payment intent there. */
  paymentIntentId?: string;
  /** State there. */
  status?: string;
};

/** Where a refund goes. */
export type PayARefundDestinationDetails = {
  /** Where it is a card. */
  card?: PayARefundDestinationDetailsCard;
  /** Kind of destination. */
  type?: string;
  /** Where it is an account. */
  us_bank_transfer?: PayARefundDestinationDetailsUSBankTransfer;
};

/** How a refund goes back to a card. */
export type PayARefundDestinationDetailsCard = {
  /** Reference of the bank. */
  reference?: string;
  /** State of the reference. */
  reference_status?: string;
  /** Kind of reference. */
  reference_type?: string;
  /** How it goes back. */
  type?: string;
};

/** How a refund goes back to an account. */
export type PayARefundDestinationDetailsUSBankTransfer = {
  /** Reference of the bank. */
  reference?: string;
  /** State of the reference. */
  reference_status?: string;
};

/** A buyer as payment provider B keeps it. */
export type PayBBuyer = {
  /** Settings of the buyer there. */
  settings?: Record<string, unknown>;
  /** Identifier there. */
  shopperId?: string;
};

/** How a buyer pays direct sales. */
export type PaymentConfig = {
  /** Kinds of wallet that the buyer may use. */
  allowedWalletTypes?: string[];
  /** Currency of payments. */
  currency?: string;
  /** Wallet that is charged, but in currencies that have a default wallet of their own. */
  defaultWalletId?: string;
  /** Wallets that are charged, by the currency of the invoice. */
  defaultWalletIds?: Record<string, string | null>;
};

/** One payment of a schedule. */
export type PaymentInstallment = {
  /** Amount to pay. */
  amount?: number;
  /** When it is charged; a bare date is its midnight in UTC, that day itself. */
  chargeOn?: string;
  /** The same as the marketplace wrote it. */
  chargeOnStr?: string;
  /** Credit that the payment grants. */
  credit?: number;
  /** Discount in percent that `amount` has already, off `originalAmount`; 0 to 100 but in drafts. */
  discountPercentage?: number;
  /** Amount before the discount. */
  originalAmount?: number;
  /** Discounts on usage from then on, by metric; marketplace C, paid ahead. */
  skuDiscounts?: SkuDiscount[];
};

/** Something that a role allows. */
export type Permission = 'organization:read' | 'organization:write' | 'onboarding:write' | 'members:read' | 'members:write' | 'clients:read' | 'clients:write' | 'integrations:read' | 'integrations:write' | 'audit:read' | 'notifications:read' | 'notifications:write' | 'webhooks:read' | 'webhooks:write' | 'operations:read' | 'operations:write' | 'products:read' | 'products:write' | 'buyers:read' | 'buyers:write' | 'knowledge:answer' | 'knowledge:read' | 'knowledge:write' | 'files:read' | 'files:write' | 'offers:read' | 'offers:write' | 'offers:approve' | 'entitlements:read' | 'entitlements:write' | 'metering:read' | 'metering:write' | 'billing:read' | 'billing:write' | 'revenue:read' | 'reports:read' | 'sandbox:write' | 'support:read' | 'support:write' | 'channelPartners:read' | 'channelPartners:write' | 'deals:read' | 'deals:write' | 'deals:approve';

/** An agreement as the channel partner’s people see it. */
export type PortalAgreement = {
  /** Where it may be sold; everywhere when there are none. */
  countries?: string[];
  /** The day on which it is over; without one, it is open. */
  endDate?: string | null;
  /** Identifier. */
  id?: string;
  /** Name. */
  name?: string;
  /** What may be sold; all products when there are none. */
  productIds?: string[];
  /** What the channel partner has of it. From 0 to 100, with four decimals at most. */
  share?: number;
  /** The day on which it begins. */
  startDate?: string;
};

/** A channel partner as its own people see it. */
export type PortalChannelPartner = {
  /** How marketplaces know it. */
  accounts?: MarketplaceAccount[];
  /** Its domains. */
  domains?: string[];
  /** Identifier. */
  id?: string;
  /** Name. */
  name?: string;
  /** The days for which an approved deal registration protects a customer. */
  protectionDays?: number;
  /** What it has of what it sells, where no agreement says otherwise. From 0 to 100, with four decimals at most. */
  share?: number;
  /** State. */
  status?: string;
  /** Name of its tier. */
  tier?: string;
  type?: ChannelPartnerType;
};

/** A deal registration as the channel partner’s people see it. */
export type PortalDealRegistration = {
  /** What it may come to; not negative, in coins of the currency, which it needs. */
  amount?: number;
  /** What was said when it ended. */
  closeMessage?: string;
  /** When it ended. */
  closeTime?: string;
  /** When it was created. */
  creationTime?: string;
  /** Currency of the amount. */
  currency?: string;
  /** The customer. */
  customer?: DealCustomer;
  /** What was said with the decision. */
  decisionMessage?: string;
  /** When it was decided on. */
  decisionTime?: string;
  /** The day on which it may be won. */
  expectedCloseDate?: string;
  /** Whether something stood in its way when it was submitted: not what. */
  hasConflict?: boolean;
  /** Identifier. */
  id?: string;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Name. */
  name?: string;
  /** Notes, which the seller sees, too. */
  notes?: string;
  /** What the customer is to buy; one product at least before it is submitted. */
  productIds?: string[];
  /** The products for which the customer is protected now. */
  protectedProductIds?: string[];
  /** When the protection ends, or ended. */
  protectionEndTime?: string;
  /** How far it is. */
  status?: DealRegistrationStatus;
  /** When it was submitted last. */
  submissionTime?: string;
};

/** An offer as the people of the channel partner see it to which it is due. */
export type PortalOffer = {
  /** When it was accepted. */
  acceptTime?: string;
  /** What the buyer committed to, once it was accepted. */
  amount?: number;
  basis?: AttributionBasis;
  /** Since when it is due to the channel partner. */
  creationTime?: string;
  /** Currency of the amounts. */
  currency?: string;
  /** Until when it can be accepted. */
  expireTime?: string;
  /** Identifier. */
  id?: string;
  kind?: AttributionKind;
  /** When its share last changed. */
  lastUpdateTime?: string;
  /** Name. */
  name?: string;
  /** Name of the product. */
  productName?: string;
  /** What the channel partner has of it. From 0 to 100, with four decimals at most. */
  share?: number;
  /** The share of the amount, exact; nothing of what it resells. */
  shareAmount?: number;
  /** State of the offer. */
  status?: string;
};

/** One price for every unit. */
export type PriceModelBasic = {
  /** Price of a unit. */
  unitAmount?: number;
};

/** A price for packages of units; one that was started is a whole one. */
export type PriceModelBulk = {
  /** Price of a package. */
  bulkAmount?: number;
  /** Units in a package; at least 1. */
  bulkSize?: number;
};

/** Prices that depend on properties of the usage. */
export type PriceModelMatrix = {
  /** Price of a unit that fits no group. */
  defaultUnitAmount?: number;
  /** Groups and their prices. Of those that fit, the one with the most properties holds. */
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

/** A share of the reported amount. */
export type PriceModelPercentage = {
  /** Fee added once, where anything was reported. */
  flatFee?: number;
  /** Share in basis points: 250 is 2.5 %. */
  percentageRate?: number;
};

/** Each unit costs what its tier says. */
export type PriceModelTiered = {
  /** Tiers in ascending order. */
  tiers?: PriceModelTieredConfig[];
};

/** One tier, charged for the units that fall in it. */
export type PriceModelTieredConfig = {
  /** Where the tier begins: 0, then where the one before ends. */
  firstUnit?: number;
  /** Fee of the tier, once it is reached. */
  flatFee?: number;
  /** Where the tier ends, which is no more part of it; absent or null of the last one only. */
  lastUnit?: number;
  /** Price of a unit in the tier. */
  unitAmount?: number;
};

/** A share of the reported amount that depends on the tier. */
export type PriceModelTieredPercentage = {
  /** Tiers in ascending order. */
  tiers?: PriceModelTieredPercentageConfig[];
};

/** One tier of shares. */
export type PriceModelTieredPercentageConfig = {
  /** Amount at which the tier begins: 0, then where the one before ends. */
  firstUnit?: number;
  /** Fee of the tier, once it is reached. */
  flatFee?: number;
  /** Amount at which the tier ends; absent or null of the last one only. */
  lastUnit?: number;
  /** Share in basis points: 250 is 2.5 %. */
  percentageRate?: number;
};

/** All units cost what the bracket of their total says. */
export type PriceModelVolume = {
  /** Brackets in ascending order. */
  tiers?: PriceModelVolumeConfig[];
};

/** One bracket, charged for all units. */
export type PriceModelVolumeConfig = {
  /** Fee of the bracket. */
  flatFee?: number;
  /** Largest total that falls in the bracket; absent or null of the last one only. */
  maximumUnits?: number;
  /** Price of every unit. */
  unitAmount?: number;
};

/** Settings of private offers. */
export type PrivateOfferConfigInfo = Record<string, unknown>;

/** What went wrong: the members of RFC 9457, a code and the fields concerned */
export type Problem = {
  /** Address of a page about this code */
  type: string;
  /** What the code means */
  title: string;
  /** The HTTP status */
  status: number;
  /** What went wrong this time */
  detail: string;
  /** The path that was called */
  instance: string;
  /** A code of a closed list */
  code: string;
  /** The request, as X-Correlation-Id and the log name it */
  requestId: string;
  /** Each field that is wrong, by JSON pointer */
  errors?: {
    /** Where it is wrong */
    pointer: string;
    /** What is wrong */
    message: string;
  }[];
};

/** Which marketplace to read. */
export type ProductImport = {
  /** The marketplace, MKA to MKF. */
  partner?: Partner;
};

/** A reading that was begun. */
export type ProductImportReceipt = {
  /** Identifier of the operation that reads the marketplace. */
  operationID?: string;
  /** The marketplace. */
  partner?: Partner;
};

/** Prices, terms and listing of a product. */
export type ProductInfo = {
  /** Attributes of the seller’s own. */
  attributes?: Record<string, unknown>;
  /** Flat fees at list price. */
  commits?: CommitDimension[];
  /** Currency of the prices. */
  currency?: string;
  /** Metered dimensions at list price. */
  dimensions?: MeteringDimension[];
  /** Which license agreement holds. */
  eulaType?: 'SCMP' | 'ECMP' | 'RCMP' | 'CUSTOM' | 'ISV' | 'CURRENT' | (string & {});
  /** Where the license agreement is. */
  eulaUrl?: string;
  /** Listing of a machine image on marketplace A. */
  mkAAmiProduct?: MkAProduct;
  /** Listing of a container on marketplace A. */
  mkAContainerProduct?: MkAProduct;
  /** Listing of a model on marketplace A. */
  mkAMachineLearningProduct?: MkAProduct;
  /** Listing of a service by people on marketplace A. */
  mkAProfessionalServicesProduct?: MkAProduct;
  /** Listing of hosted software on marketplace A. */
  mkASaasProduct?: MkAProduct;
  /** Subscriptions to notifications of marketplace A. */
  mkASnsSubscriptions?: MkASnsSubscription[];
  /** Listing on marketplace B, older form. */
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
  /** When the buyer may cancel and is paid back. */
  refundCancellationPolicy?: string;
  /** Notes of the seller, hidden from buyers. */
  sellerNotes?: string;
};

/** State of a product. */
export type ProductStatus = 'DRAFT' | 'PENDING_CREATE' | 'CREATE_FAILED' | 'CREATED' | 'PENDING_PUBLISH' | 'PUBLISH_FAILED' | 'PUBLIC' | 'RESTRICTED' | 'UNAVAILABLE' | 'DELETED';

/** Recovery codes, shown once. */
export type RecoveryCodes = {
  /** The codes; each is good for one sign-in. */
  recoveryCodes: string[];
};

/** A new passkey. */
export type RegisteredPasskey = {
  passkey: Passkey;
  /** Ten recovery codes, shown once; absent where the person had a second factor already. */
  recoveryCodes?: string[];
};

/** Which events are sent once more. */
export type ReplayWebhookParams = {
  /** Events from this time on; required. */
  from?: string;
  /** Events before this time; until now when absent. */
  to?: string;
  /** Only those that the endpoint has not taken. */
  onlyMissing?: boolean;
};

/** What was sold, billed and paid out of an entitlement, of a day and in a currency. */
export type RevenueRecord = {
  /** What the buyer pays, without tax: refunds and corrections lower it. */
  amount?: number;
  /** The buyer. */
  buyerID?: string;
  /** What of it the seller can collect, without the marketplace’s fee. */
  collectableAmount?: number;
  /** Currency of all amounts. */
  currency?: string;
  /** The day: midnight, UTC. */
  date?: string;
  /** Amount paid out to the seller, with its tax where that is the seller’s. */
  disburseAmount?: number;
  /** The day of the last payout: midnight, UTC. */
  disburseDate?: string;
  /** The entitlement. */
  entitlementID?: string;
  /** The record. */
  id?: string;
  /** More about it. */
  info?: RevenueRecordInfo;
  /** Amount invoiced. */
  invoiceAmount?: number;
  /** The day of the last invoice: midnight, UTC. */
  invoiceDate?: string;
  /** The organization. */
  organizationID?: string;
  /** The marketplace. */
  partner?: Partner;
  /** The day by which the buyer pays: midnight, UTC. */
  paymentDueDate?: string;
  /** The product. */
  productID?: string;
  /** What was taken from the seller for refunds; not negative. */
  refundDisburseAmount?: number;
  /** The day of that: midnight, UTC. */
  refundDisburseDate?: string;
  /** What was given back to the buyer; not negative. */
  refundInvoiceAmount?: number;
  /** The day of that: midnight, UTC. */
  refundInvoiceDate?: string;
  /** Tax of it. */
  taxAmount?: number;
};

/** A line of a marketplace’s feed of revenue, in the words of the marketplace; one that is of no entitlement yet names none. */
export type RevenueRecordDetail = {
  /** The line; marketplace A. */
  mkARevenueRecordDetail?: BillingMkABillingEvent;
  /** The line; marketplace B. */
  mkBRevenueRecordDetail?: BillingMkBCmaRevenue;
  /** The line; marketplace C. */
  mkCRevenueRecordDetail?: BillingMkCChargeUsage;
};

/** More about revenue. */
export type RevenueRecordInfo = {
  /** The transfer at the bank. */
  bankTraceId?: string;
  /** What was sold. */
  billingModel?: string;
  /** Who sold it. */
  channel?: string;
  /** Credit that paid for it. */
  creditAmount?: number;
  /** The event of the payout; marketplace A. */
  disbursementBillingEventId?: string;
  /** Whether the organization was notified of the payout. */
  disbursementNotificationSent?: boolean;
  /** The earning; marketplace B. */
  earningId?: string;
  /** What the id is made of. */
  idSource?: string;
  /** The invoice of the marketplace. */
  invoiceId?: string;
  /** Its lines, in the words of the marketplace. */
  mkARevenueRecords?: BillingMkABillingEvent[];
  /** Its lines, in the words of the marketplace. */
  mkBRevenueRecords?: BillingMkBCmaRevenue[];
  /** Its lines, in the words of the marketplace. */
  mkCRevenueRecords?: BillingMkCChargeUsage[];
  /** The payout. */
  paymentId?: string;
  /** The reseller. */
  resellerId?: string;
  /** Its name. */
  resellerName?: string;
  /** What was sold, as the marketplace names it; marketplace C. */
  resource?: string;
};

/** An amount by day or month. */
export type RevenueReport = {
  /** Only this buyer. */
  buyerID?: string;
  /** Only this entitlement. */
  entitlementID?: string;
  /** What each record is of. */
  groupBy?: GroupByInterval;
  /** The organization. */
  organizationID?: string;
  /** The marketplace. */
  partner?: Partner;
  /** Only this product. */
  productID?: string;
  /** When it was made. */
  reportDate?: string;
  /** The amount. */
  reportType?: RevenueReportType;
  /** A record for each day or month with something, and currency. */
  revenueRecords?: RevenueRecord[];
  /** What it is sold on. */
  service?: string;
};

/** What it is sold on. */
export type RevenueReportService = 'MARKETPLACE';

/** Which amount is reported. */
export type RevenueReportType = 'GrossAmount' | 'InvoicedAmount' | 'CollectableAmount' | 'DisbursedAmount';

/** What is said with a refusal. */
export type ReviewNote = {
  /** Why, or what is to be done; at most 1000 characters, and not empty. */
  message: string;
};

/** How a secret is replaced. */
export type RotateSecretParams = {
  /** Hours for which the old secret and its tokens stay good; 0 ends them at once. */
  overlapHours?: number;
};

/** How a secret is replaced. */
export type RotateWebhookSecretParams = {
  /** Hours for which deliveries are signed with the old secret too; 0 ends it at once. */
  overlapHours?: number;
};

/** Settings of single sign-on. */
export type SSOConfigInfo = Record<string, unknown>;

/** How the sandbox’s buyer accepts an offer. */
export type SandboxAcceptance = {
  /** Whether the seller’s approval follows by itself where the marketplace needs one. */
  approve?: boolean;
  /** Country that the buyer accepts from, ISO 3166-1 alpha-2. */
  countryCode?: string;
  /** The buyer’s account at the marketplace; one of the offer’s, or one made up, when absent. */
  buyerAccountId?: string;
  /** Name of the buyer. */
  buyerName?: string;
  /** Quantity that the buyer chooses for each commit that asks for one, by the commit’s key. */
  buyerCommitQuantities?: Record<string, number>;
};

/** What a vendor lets the organization resell, and at which price. */
export type SandboxAuthorization = {
  /** Flat fees. */
  commits?: CommitDimension[];
  /** Currency of the prices. */
  currency?: string;
  /** Metered dimensions. */
  dimensions?: MeteringDimension[];
  /** Last moment at which an offer can be made from it. */
  expireTime?: string;
  /** Length of agreements, as an ISO 8601 duration. */
  mkAAgreementDuration?: string;
  /** Name of the authorization. */
  name?: string;
  /** The vendor’s product, as the marketplace calls it. */
  productId?: string;
  /** Name of that product. */
  productName?: string;
  /** Account of the vendor. */
  vendorAccountId?: string;
  /** Name of the vendor. */
  vendorName?: string;
};

/** What the sandbox marketplace made of an authorization. */
export type SandboxAuthorizationReceipt = {
  /** The marketplace’s id: the externalID of the offer of type CPPO_IN that follows. */
  externalID?: string;
  /** The marketplace. */
  partner?: Partner;
};

/** The time of a TEST organization. */
export type SandboxClock = {
  /** The time of the organization: of its records, terms and schedules. */
  time?: string;
  /** The time of the service: of tokens and of tries to reach somebody. */
  systemTime?: string;
  /** Where the clock is going; absent when it is not being advanced. */
  advancingTo?: string;
  /** The operation that advances it. */
  operationId?: string;
};

/** How far the clock is to go, ten years at most: one of the two. */
export type SandboxClockAdvance = {
  /** A length of time in ISO 8601, such as P30D or P1Y6M. */
  advance?: string;
  /** A time, not before the organization’s. */
  to?: string;
};

/** An event that was asked for. */
export type SandboxEvent = {
  /** Id of the record that it is said to be about. */
  entityID?: string;
  /** Kind of that record. */
  entityType?: string;
  /** Id of the event. */
  eventID?: string;
  /** Action and entity. */
  scope?: string;
};

/** Which event is to happen. */
export type SandboxEventParams = {
  /** Action and entity, such as ACCEPT.OFFER: one of the scopes of e-mail; required. */
  scope?: string;
};

/** What goes wrong at the sandbox’s marketplaces. */
export type SandboxFault = {
  /** The marketplace at which it does; all of them when absent. */
  partner?: Partner;
  /** What goes wrong; required. */
  kind?: SandboxFaultKind;
  /** How often. */
  count?: number;
  /** FAIL_CREATE, REJECT_USAGE: what the marketplace says. */
  cause?: string;
  /** FAIL_CREATE, REJECT_USAGE: whether another try is of no use. */
  permanent?: boolean;
  /** DELAY_NOTIFICATION and REORDER_NOTIFICATION: how long a notification is held back, in ISO 8601. */
  delay?: string;
  /** Identifier. */
  id?: string;
  /** How often it is still to strike; counted down as it does. */
  remaining?: number;
  /** When it was asked for. */
  creationTime?: string;
};

/** What goes wrong. */
export type SandboxFaultKind = 'FAIL_CREATE' | 'LOSE_ANSWER' | 'RATE_LIMIT' | 'LOSE_CALL' | 'SLOW' | 'REJECT_USAGE' | 'SKIP_USAGE' | 'REFUND_REVENUE' | 'CORRECT_REVENUE' | 'DUPLICATE_REVENUE' | 'UNKNOWN_REVENUE' | 'ORDER_ID_REVENUE' | 'LOSE_NOTIFICATION' | 'DELAY_NOTIFICATION' | 'REORDER_NOTIFICATION' | 'DUPLICATE_NOTIFICATION';

/** What is to go wrong, and how often. */
export type SandboxFaultParams = {
  /** The marketplace at which it does; all of them when absent. */
  partner?: Partner;
  /** What goes wrong; required. */
  kind?: SandboxFaultKind;
  /** How often. */
  count?: number;
  /** FAIL_CREATE, REJECT_USAGE: what the marketplace says. */
  cause?: string;
  /** FAIL_CREATE, REJECT_USAGE: whether another try is of no use. */
  permanent?: boolean;
  /** DELAY_NOTIFICATION and REORDER_NOTIFICATION: how long a notification is held back, in ISO 8601. */
  delay?: string;
};

/** An order of a product by its public offer. */
export type SandboxOrder = {
  /** The marketplace at which it is ordered. */
  partner?: Partner;
  /** The product that is ordered. */
  productId?: string;
  /** The public offer. */
  offerId?: string;
  /** The plan that is ordered: by the key of a commit of the public offer, or of the product, it costs what that says, unless there is an amount. */
  planId?: string;
  /** How many; what the public offer costs is for one, or for a seat. */
  quantity?: number;
  /** What the buyer committed to pay for all of them, instead of what the offer says. */
  amount?: number;
  /** Currency of the amount. */
  currency?: string;
  /** When the purchase ends; as the offer or the plan says, else open-ended, when absent. A bare date is its midnight in UTC: that day is out. */
  endTime?: string;
  /** Whether the marketplace renews it at its end; as the offer says when absent. */
  autoRenew?: boolean;
  /** The buyer’s account at the marketplace. */
  buyerAccountId?: string;
  /** Name of the buyer. */
  buyerName?: string;
  /** Whether the seller’s approval follows by itself where the marketplace needs one. */
  approve?: boolean;
};

/** What the sandbox marketplace made of an order. */
export type SandboxOrderReceipt = {
  /** The marketplace’s id of the order: the externalID of the entitlement that follows. */
  externalID?: string;
  /** Where the marketplace sends the buyer’s browser after the purchase, with a token; on marketplaces that send buyers. */
  landingURL?: string;
  /** The marketplace. */
  partner?: Partner;
};

/** A means of payment, and how it behaves. */
export type SandboxPaymentMethodParams = {
  /** How many answers are lost after the call had its effect. */
  lostAnswers?: number;
  /** How many calls are lost before they have an effect. */
  lostCalls?: number;
  /** What becomes of charges; SUCCEED when absent. */
  outcome?: SandboxPaymentOutcome;
  /** Kind; a card when absent. */
  type?: SandboxPaymentMethodType;
};

/** Kind of means of payment. */
export type SandboxPaymentMethodType = 'card' | 'ach_debit' | 'sepa_debit' | 'bacs_debit';

/** What becomes of charges. */
export type SandboxPaymentOutcome = 'SUCCEED' | 'DECLINE' | 'HANG' | 'DISPUTE';

/** Another plan, with prices of its own; without any, those that held go on. */
export type SandboxPlanChange = {
  /** The plan; required. */
  planId?: string;
  /** The flat fees of the plan; not together with an amount. */
  commits?: CommitDimension[];
  /** What the plan costs for the whole term. */
  amount?: number;
};

/** New list prices at the sandbox marketplace; a list that is not given stays. */
export type SandboxProductChange = {
  /** The flat fees, all of them. */
  commits?: CommitDimension[];
  /** The metered dimensions, all of them. */
  dimensions?: MeteringDimension[];
};

/** Another number of units. */
export type SandboxQuantityChange = {
  /** How many; required. */
  quantity?: number;
};

/** How long the buyer renews for. */
export type SandboxRenewal = {
  /** When the new term ends; as long after the present end as the last term was, when absent. */
  endTime?: string;
};

/** How the sandbox’s partner sells an offer on. */
export type SandboxResale = {
  /** Accounts of the buyers that the partner offers to. */
  buyerAccountIds?: string[];
  /** Last moment of acceptance; that of the authorization when absent, and never later. */
  expireTime?: string;
  /** Margin of the partner in percent of the price; marketplace A. */
  markupPercentage?: number;
  /** Name of the partner’s offer; that of the authorization when absent. */
  name?: string;
};

/** What the sandbox’s marketplace shows in its feed of revenue: a line of a sale or a payout, or usage that it bills. */
export type SandboxRevenue = {
  /** When it was shown. */
  creationTime?: string;
  /** Its place in the feed. */
  id?: string;
  /** The line, with its record in the words of the marketplace. */
  line?: Record<string, unknown>;
  /** The marketplace. */
  partner?: Partner;
  /** What is billed of a dimension on a day. */
  usage?: Record<string, unknown>;
};

/** What a bank says of a charge. */
export type SandboxSettlement = 'SUCCEED' | 'DECLINE' | 'DISPUTE';

/** What a bank says of a charge. */
export type SandboxSettlementParams = {
  /** What becomes of it; SUCCEED when absent. */
  outcome?: SandboxSettlement;
};

/** What falls due by the organization’s clock. */
export type SandboxUpcoming = {
  /** When. */
  at?: string;
  /** What happens then. */
  kind?: 'DEAL_PROTECTION_ENDS' | 'ENTITLEMENT_CANCELLATION' | 'ENTITLEMENT_ENDS' | 'ENTITLEMENT_PRICE_CHANGES' | 'ENTITLEMENT_RENEWS' | 'ENTITLEMENT_STARTS' | 'INVOICE_DRAFTED' | 'INVOICE_ISSUED' | 'OFFER_EXPIRES' | 'OFFER_SET_EXPIRES' | 'PAYOUT' | 'TERM_BEGINS' | 'WALLET_EXPIRES' | (string & {});
  /** Kind of record that it happens to. */
  entity?: 'DEAL_REGISTRATION' | 'ENTITLEMENT' | 'INVOICE' | 'OFFER' | 'OFFER_SET' | 'PARTNER' | 'WALLET' | (string & {});
  /** The record; of a payout, the marketplace. */
  entityId?: string;
  /** Name of the record, or of what it is of; null where it has none. */
  name?: string | null;
};

/** Usage of an hour that the sandbox’s marketplace bills. */
export type SandboxUsage = {
  /** The marketplace’s id of the agreement: the externalID of the entitlement. */
  agreementID?: string;
  /** When it was taken first. */
  creationTime?: string;
  /** The dimension. */
  dimension?: string;
  /** The marketplace’s id. */
  id?: string;
  /** The marketplace. */
  partner?: Partner;
  /** How much it bills. */
  quantity?: number;
  /** The price that was reported with it, where the marketplace takes one. */
  amount?: number;
  /** Currency of the amount. */
  currency?: string;
  /** Up to when it was used, as reported. */
  endTime?: string;
  /** The hour that it is for. */
  hour?: string;
  /** Since when it was used, as reported: where intervals must touch it is the end of the last one. */
  startTime?: string;
};

/** All usage of a dimension of an agreement that the sandbox’s marketplace bills. */
export type SandboxUsageTotal = {
  /** The marketplace’s id of the agreement: the externalID of the entitlement. */
  agreementID?: string;
  /** When it was taken first. */
  creationTime?: string;
  /** The dimension. */
  dimension?: string;
  /** The marketplace’s id. */
  id?: string;
  /** The marketplace. */
  partner?: Partner;
  /** How much it bills. */
  quantity?: number;
  /** When the last of it was taken. */
  lastUpdateTime?: string;
  /** How many hours it is of. */
  lines?: number;
};

/** The second factors of a person. */
export type SecondFactors = {
  /** Whether sign-in asks for a code of an authenticator app. */
  totp?: boolean;
  /** When the authenticator app was confirmed. */
  totpSince?: string;
  /** How many recovery codes are unused. */
  recoveryCodesLeft?: number;
  /** The passkeys, oldest first. */
  passkeys?: Passkey[];
};

/** How something went over time */
export type Series = {
  /** One for each span from the first day to the last, in order */
  points: SeriesPoint[];
};

/** A span of time */
export type SeriesPoint = {
  /** First day of the span, in UTC */
  start: string;
  /** How many, or how much of the currency; 0 where nothing was */
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

/** That somebody of a client signed up with the seller for what the client bought. */
export type SignupConnection = {
  /** Company that the client works for. */
  companyName?: string;
  /** Address of whoever signed up. */
  emailAddress?: string;
  /** Name of whoever signed up. */
  name?: string;
  /** Telephone number of whoever signed up. */
  phoneNumber?: string;
  /** Buyer of the entitlement. */
  buyerID?: string;
  /** Who reported it. */
  createdBy?: string;
  /** When it was reported. */
  creationTime?: string;
  /** Entitlement that it is for. */
  entitlementID?: string;
  /** Id of the connection. */
  id?: string;
  /** Organization of the seller. */
  organizationID?: string;
  /** Where the entitlement was sold. */
  partner?: Partner;
};

/** Who signed up. The address is required. */
export type SignupConnectionCreation = {
  /** Company that the client works for. */
  companyName?: string;
  /** Address of whoever signed up. */
  emailAddress?: string;
  /** Name of whoever signed up. */
  name?: string;
  /** Telephone number of whoever signed up. */
  phoneNumber?: string;
};

/** A discount on the usage of one metric, named by its id. */
export type SkuDiscount = Record<string, unknown>;

/** A time that may be missing. */
export type SqlNullTime = {
  /** The time, as given. */
  time?: string;
  /** Whether there is one. */
  valid?: boolean;
};

/** A document that was uploaded, or made by the service. */
export type StoredFile = {
  /** Identifier. */
  id?: string;
  /** Organization that has it. */
  organizationID?: string;
  /** Name that it is downloaded with. */
  name?: string;
  /** What it holds, as its first bytes tell: PDF, DOCX, plain text or HTML. */
  contentType?: string;
  /** Number of bytes. */
  size?: number;
  /** SHA-256 of the content, in hexadecimal digits. */
  sha256?: string;
  /** EULA or ATTACHMENT; MERGED_EULA is the service’s own. */
  purpose?: string;
  /** Who uploaded it. */
  createdBy?: string;
  /** When it was uploaded. */
  creationTime?: string;
  /** Where anybody can download it for an hour, without a token; lists are without it. */
  url?: string;
};

/** What the organization asks the operator of the service. */
export type SupportTicket = {
  /** Its files, at most 20. */
  attachments?: SupportTicketAttachment[];
  /** When it was closed; 30 days later it is archived. */
  closeTime?: string;
  /** Its comments, in their order; lists are without them. */
  comments?: SupportTicketComment[];
  /** When it was opened. */
  creationTime?: string;
  /** Who opened it. */
  creator?: string;
  /** What it is about. */
  description?: string;
  /** When it is to be solved: by its priority, unless the operator says otherwise. */
  dueTime?: string;
  /** Identifier. */
  id?: string;
  /** What it is about, in a few words; required. */
  name?: string;
  /** Organization that asks. */
  organizationId?: string;
  priority?: SupportTicketPriority;
  /** How far it is. */
  status?: string;
  taskType?: SupportTicketTaskType;
  /** Members that are told of the ticket beside those that its notification scopes name: ids, or e-mail addresses where they are sent. */
  watchers?: string[];
};

/** A file of a support ticket. */
export type SupportTicketAttachment = {
  /** When it was attached. */
  date?: string;
  /** Identifier. */
  id?: string;
  /** What it holds, as its first bytes tell. */
  mimetype?: string;
  /** Number of bytes. */
  size?: number;
  /** Not used: there are no thumbnails. */
  thumbnail_large?: string;
  /** Not used: there are no thumbnails. */
  thumbnail_medium?: string;
  /** Not used: there are no thumbnails. */
  thumbnail_small?: string;
  /** Name that it is downloaded with. */
  title?: string;
  /** Where anybody can download it without a token, for an hour at least and two at most; lists are without it. */
  url?: string;
};

/** A comment on a support ticket. */
export type SupportTicketComment = {
  /** Parts, whose texts are the comment where it has no text itself. */
  comment?: SupportTicketCommentDetail[];
  /** The comment. */
  comment_text?: string;
  /** Who wrote it. */
  creator?: SupportTicketUser;
  /** When it was written. */
  date?: string;
  /** Identifier. */
  id?: string;
};

/** A part of a comment. */
export type SupportTicketCommentDetail = {
  /** Not kept: files are attached to the ticket. */
  attachment?: SupportTicketAttachment;
  /** Not kept. */
  frame?: SupportTicketFrame;
  /** Not kept: pictures are attached to the ticket. */
  image?: SupportTicketImage;
  /** The text of the part. */
  text?: string;
  /** Kind of part. */
  type?: string;
};

/** Something that a comment embeds; it is not kept. */
export type SupportTicketFrame = {
  /** Identifier. */
  id?: string;
  /** Address. */
  url?: string;
};

/** A picture in a comment; it is not kept. */
export type SupportTicketImage = {
  /** Ending of its name. */
  extension?: string;
  /** Identifier. */
  id?: string;
  /** Name. */
  name?: string;
  /** Not used: there are no thumbnails. */
  thumbnail_large?: string;
  /** Not used: there are no thumbnails. */
  thumbnail_medium?: string;
  /** Not used: there are no thumbnails. */
  thumbnail_small?: string;
  /** Title. */
  title?: string;
  /** What it is. */
  type?: string;
  /** Address. */
  url?: string;
};

/** How urgent a ticket is. */
export type SupportTicketPriority = 'LOW' | 'NORMAL' | 'HIGH' | 'URGENT';

/** What a ticket asks for. */
export type SupportTicketTaskType = 'Task' | 'Bug' | 'Feature Request';

/** Who wrote a comment. */
export type SupportTicketUser = {
  /** E-mail address, of a member. */
  email?: string;
  /** Identifier of the member or API client. */
  id?: string;
  /** Whether it is an answer of the operator of the service. */
  isServiceEmployee?: boolean;
  /** Not used. */
  profilePicture?: string;
  /** Name, as far as there is one. */
  username?: string;
};

/** The running term of a subscription. */
export type Term = {
  /** Time between charges, as an ISO 8601 duration. */
  chargeDuration?: string;
  /** When the term ends. */
  endDate?: string;
  /** When the term starts. */
  startDate?: string;
  /** Length of the term, as an ISO 8601 duration. */
  termUnit?: string;
};

/** An error of the token endpoint (RFC 6749, section 5.2) */
export type TokenProblem = {
  /** A code of RFC 6749 */
  error: string;
  /** What went wrong this time */
  error_description: string;
};

/** A code of an authenticator app. */
export type TotpCode = {
  /** The code that the app shows: 6 digits. */
  code: string;
};

/** A secret for an authenticator app, shown once. */
export type TotpEnrolment = {
  /** The secret in base32, to be typed into the app. */
  secret: string;
  /** The same as an address (`otpauth:`), for a QR code. */
  uri: string;
};

/** Something that a recipient did with a notification. */
export type TrackEvent = {
  /** What was done. */
  action?: string;
  /** Contact that did it. */
  contactId?: string;
  /** When it was done. */
  timestamp?: string;
};

/** A trial before the first charge. */
export type TrialConfig = {
  /** Length of the trial; a hundred years at most. */
  trialPeriod?: number;
  /** Unit of the length. */
  trialPeriodUnit?: 'DAY' | 'MONTH' | 'YEAR' | (string & {});
};

/** The values that were counted. */
export type UniqueCountAggregationResult = {
  /** The values that were not counted in the hour before, at most 1,000, each true. */
  newItems?: Record<string, unknown>;
};

/** What of a metric changes. What it counts never does, for usage was counted by it. */
export type UpdateBillableMetricParams = {
  /** What it counts; an empty text takes it away. */
  description?: string;
  /** Displayed name. */
  name?: string;
  /** DELETED: it takes no more usage; ACTIVE: it does again. */
  status?: BillableMetricStatus;
};

/** What is to change of a buyer. What is absent stays; null or an empty text takes a field away. */
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
  /** Language of its invoices; the organization’s when absent. */
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
  /** How direct sales are paid. */
  paymentConfig?: PaymentConfig | null;
};

/** What is to change of an agreement. What is absent stays; lists are replaced; null takes a field away. */
export type UpdateChannelPartnerAgreementParams = {
  /** Where it may be sold: ISO 3166-1 alpha-2, in any letter case; everywhere when there are none. */
  countries?: string[] | null;
  /** The day on which it is over; without one, it is open. A notice comes 30 days before. */
  endDate?: string | null;
  /** What was signed: a file of the organization, which cannot be deleted meanwhile. */
  fileId?: string | null;
  /** Name; that of the channel partner unless it is given. */
  name?: string | null;
  /** What may be sold; all products when there are none. */
  productIds?: string[] | null;
  /** What the channel partner has of it; required. From 0 to 100, with four decimals at most. */
  share?: number;
  /** The day on which it begins; required. */
  startDate?: string;
};

/** What is to change of a channel partner. What is absent stays; lists are replaced; null takes a field away. */
export type UpdateChannelPartnerParams = {
  /** How marketplaces know it. An account is one channel partner’s. */
  accounts?: MarketplaceAccount[] | null;
  /** People there: contacts of the organization. */
  contactIds?: string[] | null;
  /** Its account in CRM A. */
  crmAAccountId?: string | null;
  /** Its company in CRM B. */
  crmBCompanyId?: string | null;
  /** Its account in CRM C. */
  crmCAccountId?: string | null;
  /** Its domains, each as it was registered; no domain of a mail provider. Names below one stand for it. */
  domains?: string[] | null;
  /** Name; required. */
  name?: string;
  /** Notes of the organization; the channel partner never sees them. */
  notes?: string | null;
  /** The member who looks after it; nobody once the member has left. */
  ownerId?: string | null;
  status?: ChannelPartnerStatus;
  /** Its tier. */
  tierId?: string | null;
  type?: ChannelPartnerType;
};

/** What is to change of credit. What is absent stays. */
export type UpdateCreditWalletParams = {
  /** The currency that it has: it never changes. */
  currency?: string;
  /** Since when it pays nothing more; null: never. */
  expireTime?: string | null;
  /** Displayed name; null or an empty text takes it away. */
  name?: string | null;
  /** Since when it pays. */
  startTime?: string;
  /** What was given in all: no less than what is used. */
  totalAmount?: number;
};

/** What is to change of the customer; null takes a field away. */
export type UpdateDealCustomer = {
  /** How a marketplace knows it. */
  account?: MarketplaceAccount | null;
  /** ISO 3166-1 alpha-2, in any letter case. */
  country?: string | null;
  /** Its account in CRM A. */
  crmAAccountId?: string | null;
  /** Its domain, as it was registered; no domain of a mail provider. A name below one stands for it. */
  domain?: string | null;
  /** Its name. */
  name?: string | null;
};

/** What is to change of a deal registration. What is absent stays; lists are replaced; null takes a field away. */
export type UpdateDealRegistrationParams = {
  /** What it may come to; not negative, in coins of the currency, which it needs. */
  amount?: number | null;
  /** Currency of the amount. */
  currency?: string | null;
  /** The customer. */
  customer?: UpdateDealCustomer | null;
  /** The day on which it may be won. */
  expectedCloseDate?: string | null;
  /** Name. */
  name?: string | null;
  /** Notes, which the channel partner sees, too. */
  notes?: string | null;
  /** What the customer is to buy; one product at least before it is submitted. */
  productIds?: string[] | null;
};

/** Settings of billing that hold for this entitlement in the place of the offer’s; null: the offer’s again. */
export type UpdateEntitlementBillingParams = {
  /** Days before the end at which notice is given, 1 to 365; null: none. */
  alertDaysBeforeEnd?: number | null;
  /** Days in which an invoice stays a draft for review; 36525 at most. */
  gracePeriodInDays?: number | null;
  /** Days in which an invoice is to be paid; 36525 at most. */
  netTermsInDays?: number | null;
  /** Whether broken billing periods are charged in part. */
  proratedBilling?: boolean | null;
  /** Tax numbers that tax is reckoned with. */
  taxIds?: string[] | null;
  /** Trial. */
  trialConfig?: TrialConfig | null;
};

/** A new name. */
export type UpdateEntitlementNameParams = {
  /** The entitlement; the one in the path counts. */
  id?: string;
  /** Name of the entitlement; required. */
  name?: string;
  /** The organization; the one in the path counts. */
  organizationID?: string;
};

/** What a direct sale costs from some time on; commits or billable dimensions are required. */
export type UpdateEntitlementPriceModelParams = {
  /** From when on; now when absent, and for a time of today, in UTC, that has passed. A bare date is its midnight in UTC: that day is in. */
  applyTime?: string;
  /** Usage prices, in the place of those that held. */
  billableDimensions?: BillableDimension[];
  /** Flat fees, in the place of those that held. */
  commits?: CommitDimension[];
};

/** What of a draft is to be another. */
export type UpdateInvoiceInfoRequest = {
  /** The discount on all: an amount, or so many percent of it. */
  discountAmount?: number;
  discountType?: BillingDiscountKind;
  /** Until when it is to be paid, if it is not issued by hand. */
  dueDate?: string;
  /** Note to the buyer. */
  memo?: string;
};

/** What is to change of an article. What is absent stays; null takes text or words away. */
export type UpdateKnowledgeArticleParams = {
  /** Its text, in Markdown. */
  body?: string | null;
  /** Words that it is found by, beside its own; at most 50. */
  tags?: string[] | null;
  /** What it is called. */
  title?: string;
};

/** A change of a member. */
export type UpdateMemberParams = {
  /** Role, a standard one or one of the organization. */
  role?: string;
  /** The channel partner for which it acts: it reaches the partner portal then and nothing else, whatever its role allows. */
  channelPartnerId?: string | null;
};

/** A change of an organization. */
export type UpdateOrganizationParams = {
  /** Name of the organization. */
  name?: string;
  /** What it is. */
  description?: string | null;
  /** Address of its website. */
  website?: string | null;
  /** Domain that members’ addresses must have: the caller’s own, or none. */
  emailDomain?: string | null;
  /** Kind of organization. */
  type?: string | null;
  /** Ways by which members may sign in; all when empty. */
  allowedAuthMethods?: ('PASSWORD' | 'SSO')[];
  /** Whether people need a sign-in with a second factor; false when removed. */
  requireSecondFactor?: boolean | null;
};

/** Where buyers of a product sign up. */
export type UpdateProductParams = {
  /** Where buyers sign up after a purchase; the empty text takes it away. */
  fulfillmentUrl?: string;
  /** Ignored: the path names the product. */
  id?: string;
  /** Ignored: the path names the organization. */
  organizationID?: string;
};

/** A change of a role; its name stays. */
export type UpdateRoleParams = {
  /** What the role is for. */
  description?: string | null;
  /** What the role allows: organization:read in any case, and nothing beyond what the caller may do. */
  permissions?: Permission[];
};

/** What may change of a support ticket; both are required. */
export type UpdateSupportTicketRequest = {
  priority?: SupportTicketPriority;
  /** Members that are told of the ticket beside those that its notification scopes name: ids, or e-mail addresses where they are sent. */
  watchers?: string[];
};

/** A call that reported usage, and what became of it. */
export type UsageBatch = {
  /** SHA-256 of what was reported, in hexadecimal digits. */
  contentHash?: string;
  /** Who made the call. */
  createdBy?: LastModifiedBy;
  /** When it was made. */
  creationTime?: string;
  /** Identifier. */
  id?: string;
  /** How many of its record groups could not be taken, and are INVALID. */
  invalid?: number;
  /** Organization. */
  organizationID?: string;
  /** Identifier of the request. */
  requestID?: string;
  /** When its usage was settled; absent while it waits. */
  settledTime?: string;
  /** How many record groups were stored with it. */
  size?: number;
  /** How it came. */
  source?: 'API' | 'CSV' | 'INTERNAL' | 'METERA' | 'METERB' | 'BILLB' | 'PAYA' | (string & {});
  /** Whether its usage waits to be settled, or was settled. */
  status?: string;
};

/** How usage of a dimension was settled so far. */
export type UsageCount = {
  /** Units paid from credit. */
  creditCount?: number;
  /** Units covered by the included quantity. */
  includedCount?: number;
  /** Units reported to be charged. */
  reportedCount?: number;
};

/** What became of the lines of a file. */
export type UsageFileOutcome = {
  /** How many record groups are new. */
  created?: number;
  /** How many lines could not be taken. */
  invalid?: number;
  /** Each line, in the order of the file. */
  lines?: UsageLineOutcome[];
  /** How many lines were looked at. */
  read?: number;
  /** How many lines were taken before. */
  repeated?: number;
  /** How many blank rows at the end were skipped; absent where none were. */
  skipped?: number;
  /** Why the lines behind were not looked at; absent where all were. */
  stopped?: UsageFileStop;
};

/** Why a file was not read to its end. */
export type UsageFileStop = {
  /** The error, as in an answer of its own. */
  code?: string;
  /** What went wrong. */
  detail?: string;
  /** The first line that was not looked at. */
  line?: number;
};

/** A file with usage. */
export type UsageFileUpload = {
  /** CSV (UTF-8): a line with the names of the columns, then a record group a line. */
  file?: Blob | string;
};

/** What became of units of a term. */
export type UsageLedgerEntry = {
  /** What the units cost; for entries of credit and commit what they took of it. */
  amount?: number;
  /** When it was written. */
  creationTime?: string;
  /** Dimension of the units. */
  dimension?: string;
  /** Entitlement. */
  entitlementID?: string;
  /** Term, or part of one. */
  entitlementTermID?: string;
  /** Identifier. */
  id?: string;
  /** Why, where that is not plain. */
  message?: string;
  /** Of included units: when the month or year began that they are for. */
  periodStart?: string;
  /** Of included units: what they are granted for anew. */
  periodUnit?: string;
  /** Number of the entry in the ledger of the term, from 1 on. */
  position?: number;
  /** Units; of CARRY by how much more wait, which may be negative. */
  quantity?: number;
  /** What became of them: USAGE was used; INCLUDED, CREDIT and COMMIT covered it; LIST_PRICE was added because more than the commit costs the list price; CARRY waits because it is too small; REPORTED was accepted by the marketplace; RETURNED was taken back there; WRITTEN_OFF is charged to nobody. */
  type?: 'USAGE' | 'INCLUDED' | 'CREDIT' | 'COMMIT' | 'LIST_PRICE' | 'CARRY' | 'REPORTED' | 'RETURNED' | 'WRITTEN_OFF' | (string & {});
  /** Price of a unit. */
  unitPrice?: number;
  /** Hour of use; of REPORTED the hour that it was reported for. */
  usageHour?: string;
  /** Report that it belongs to. */
  usageRecordReportID?: string;
};

/** What became of a line of a file. */
export type UsageLineOutcome = {
  /** The record group; absent where the line is none. */
  id?: string;
  /** The line of the file, from 1 on: that of its end, where cells have more than one. */
  line?: number;
  /** Why it is INVALID. */
  reason?: string;
  /** How far the record group is. */
  status?: 'CREATED' | 'REPORT_PENDING' | 'REPORTED' | 'REPORT_FAILED' | 'INVALID' | 'DELETED' | (string & {});
};

/** How usage is metered. */
export type UsageMeteringConfigInfo = {
  /** Settings by partner. */
  partnerUsageMeteringConfigs?: PartnerUsageMeteringConfig[];
};

/** Usage of a day (UTC) that was settled, in units of a dimension. */
export type UsageMeteringDailyRecord = {
  /** What it costs at the price of a unit, whatever credit and commit pay of it. */
  amount?: number;
  /** The day of use: midnight, UTC. */
  date?: string;
  /** The entitlement. */
  entitlementID?: string;
  /** The properties that its records have in common: `os=linux,cluster=cluster-1`. */
  groupBysExpression?: string;
  /** The dimension. */
  key?: string;
  /** The marketplace. */
  partner?: Partner;
  /** Units. */
  quantity?: number;
};

/** What a marketplace accepted of the usage of a day (UTC), beside what it bills of it. */
export type UsageMeteringDailyVerification = {
  /** Amount that it bills. */
  billedAmount?: number;
  /** The day that it bills; absent where it bills nothing. */
  billedDate?: string;
  /** Units that it bills. */
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
  /** Amount at the price of a unit. */
  reportedAmount?: number;
  /** The day that was reported; absent where nothing was. */
  reportedDate?: string;
  /** Units that it accepted. */
  reportedQuantity?: number;
};

/** The dimension that reported usage counts for. */
export type UsageMeteringDimensionMappingValue = {
  /** Factor applied to the quantity. */
  convertionMultiplier?: number;
  /** Dimension that it counts for. */
  dimensionKey?: string;
  /** Whether the quantity or its amount is carried over. */
  mappingMode?: string;
};

/** What a person found out at the marketplace about usage of which it was not known whether it had been taken. */
export type UsageRecordReportResolution = {
  /** Whether the marketplace has taken it; required. */
  accepted?: boolean;
  /** Of this dimension only. */
  dimension?: string;
};

/** A person with an account. */
export type User = {
  /** Identifier. */
  id?: string;
  /** E-mail address, in small letters. */
  email?: string;
  /** Name. */
  name?: string;
  /** Whether the person can sign in by a password. */
  hasPassword?: boolean;
  /** When the address was proved to be the person’s. */
  emailVerifiedAt?: string;
  /** When the account was made. */
  creationTime?: string;
  /** When it was changed last. */
  lastUpdateTime?: string;
};

/** What a person changes of its account. */
export type UserPatch = {
  /** Name; null removes it. */
  name?: string | null;
  /** Password: 12 to 200 characters, not the e-mail address. */
  password?: string;
  /** The password until now; needed with a new one. */
  currentPassword?: string;
};

/** A sign-in of a person that goes on. */
export type UserSession = {
  /** Identifier. */
  id?: string;
  /** When the person signed in. */
  creationTime?: string;
  /** When it was last used to get a token; recorded at most once a minute. */
  lastUsedAt?: string;
  /** When it expires, however much it is used. */
  expiresAt?: string;
  /** When it expires unless it is used before. */
  idleExpiresAt?: string;
  /** How the person signed in: PASSWORD or SSO. */
  authMethod?: string;
  /** The second factor of the sign-in: TOTP, RECOVERY_CODE or PASSKEY; absent: none. */
  secondFactor?: string;
  /** The program that it is used by. */
  clientID?: string;
  /** What the browser or program called itself. */
  userAgent?: string;
  /** From where the person signed in. */
  ipAddress?: string;
  /** Whether it is the session that asks. */
  current?: boolean;
};

/** One attempt to deliver an event. */
export type WebhookAttempt = {
  /** Which attempt it was. */
  number?: number;
  /** When it began. */
  startTime?: string;
  /** How long it took, in milliseconds. */
  durationMs?: number;
  /** The HTTP status that was answered. */
  responseStatus?: number;
  /** The beginning of the answer, at most 1024 bytes. */
  responseExcerpt?: string;
  /** Why there was no answer, or why it does not count. */
  error?: string;
};

/** An event that is sent to an endpoint, or was. */
export type WebhookDelivery = {
  /** Its identifier. */
  id?: string;
  /** The organization. */
  organizationID?: string;
  /** The endpoint. */
  webhookID?: string;
  /** The event, and the `webhook-id` of every attempt. */
  eventID?: string;
  /** What happened: ACTION.ENTITY. */
  scope?: string;
  /** Kind of the record. */
  entityType?: string;
  /** The record. */
  entityID?: string;
  /** How far it is. */
  status?: WebhookDeliveryStatus;
  /** How often it was sent. */
  attempts?: number;
  /** When it is sent next, while it is pending and waits for no other. */
  nextAttemptTime?: string;
  /** When it was last sent. */
  lastAttemptTime?: string;
  /** The HTTP status of the last attempt. */
  responseStatus?: number;
  /** Why the last attempt failed. */
  errorMessage?: string;
  /** When it was enqueued. */
  creationTime?: string;
};

/** A delivery with its attempts and what is sent. */
export type WebhookDeliveryDetails = {
  /** Its identifier. */
  id?: string;
  /** The organization. */
  organizationID?: string;
  /** The endpoint. */
  webhookID?: string;
  /** The event, and the `webhook-id` of every attempt. */
  eventID?: string;
  /** What happened: ACTION.ENTITY. */
  scope?: string;
  /** Kind of the record. */
  entityType?: string;
  /** The record. */
  entityID?: string;
  /** How far it is. */
  status?: WebhookDeliveryStatus;
  /** How often it was sent. */
  attempts?: number;
  /** When it is sent next, while it is pending and waits for no other. */
  nextAttemptTime?: string;
  /** When it was last sent. */
  lastAttemptTime?: string;
  /** The HTTP status of the last attempt. */
  responseStatus?: number;
  /** Why the last attempt failed. */
  errorMessage?: string;
  /** When it was enqueued. */
  creationTime?: string;
  /** The attempts that are still known, oldest first. */
  attemptLog?: WebhookAttempt[];
  /** What is sent. */
  body?: Record<string, unknown>;
};

/** PENDING: not sent yet. DONE: the receiver took it. FAILED: it is not tried again by itself. */
export type WebhookDeliveryStatus = 'PENDING' | 'DONE' | 'FAILED';

/** An address to which the events of the organization are sent. */
export type WebhookEndpoint = {
  /** Its identifier. */
  id?: string;
  /** The organization. */
  organizationID?: string;
  /** Where events are sent by POST: https, and not on a private network. Answers, events and the audit trail have stars in place of a user name and password, of parameters that are secrets by name or form, and of what is long and random in the path. Sent back as it was read, it stays as it is. A change to another server needs the values of all `headers` again. */
  url?: string;
  /** What it is for. */
  description?: string;
  /** Which events are sent; all when it is empty. */
  scopes?: string[];
  /** Only events about these products, and about none; all when empty. */
  productIds?: string[];
  /** Only events that concern these partners; all when empty. */
  partners?: Partner[];
  /** Only events of these records; all when empty. */
  entityIds?: string[];
  /** Whether an event waits until every earlier one of the same record was taken or given up. */
  fifo?: boolean;
  /** Headers that are sent too, at most 20. In answers stars are in place of their values. */
  headers?: Record<string, string | null>;
  /** Most deliveries begun in a second; null for no limit. */
  ratePerSecond?: number | null;
  /** How long an answer may take. */
  timeoutSeconds?: number;
  /** Whether events are sent. */
  status?: WebhookStatus;
  /** Why it is disabled. */
  statusReason?: string;
  /** Since when it has been enabled or disabled. */
  statusTime?: string;
  /** What deliveries are signed with: answered once, when it is made, and never again. */
  secret?: string;
  /** Until when deliveries are signed with the secret before it too. */
  previousSecretExpireTime?: string;
  /** Who made it. */
  createdBy?: string;
  /** When it was made. */
  creationTime?: string;
  /** Who last changed it. */
  lastUpdatedBy?: string;
  /** When it was last changed. */
  lastUpdateTime?: string;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfAiInvoice = {
  /** What happened: ACTION.ENTITY. */
  type: 'CREATE.AI_INVOICE';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: AIInvoice;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfApiClient = {
  /** What happened: ACTION.ENTITY. */
  type: 'CREATE.API_CLIENT' | 'DELETE.API_CLIENT' | 'ROTATE_SECRET.API_CLIENT';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: Record<string, unknown>;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfAutoShareTask = {
  /** What happened: ACTION.ENTITY. */
  type: 'COMPLETE.AUTO_SHARE_TASK' | 'FAIL.AUTO_SHARE_TASK';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: Record<string, unknown>;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfBuyer = {
  /** What happened: ACTION.ENTITY. */
  type: 'MERGE.BUYER';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: IdentityBuyer;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfChannelPartnerAgreement = {
  /** What happened: ACTION.ENTITY. */
  type: 'END_SOON.CHANNEL_PARTNER_AGREEMENT';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: ChannelPartnerAgreement;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfDealRegistration = {
  /** What happened: ACTION.ENTITY. */
  type: 'SUBMIT.DEAL_REGISTRATION' | 'APPROVE.DEAL_REGISTRATION' | 'REQUEST_ACTION.DEAL_REGISTRATION' | 'REJECT.DEAL_REGISTRATION' | 'WITHDRAW.DEAL_REGISTRATION' | 'WIN.DEAL_REGISTRATION' | 'LOSE.DEAL_REGISTRATION' | 'EXPIRE.DEAL_REGISTRATION' | 'OVERRIDE.DEAL_REGISTRATION';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: DealRegistration;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfEntitlement = {
  /** What happened: ACTION.ENTITY. */
  type: 'CREATE.ENTITLEMENT' | 'REINSTATE.ENTITLEMENT' | 'SUSPEND.ENTITLEMENT' | 'PENDING_CANCEL.ENTITLEMENT' | 'CANCEL.ENTITLEMENT' | 'UPDATE.ENTITLEMENT' | 'METER.ENTITLEMENT' | 'END_SOON.ENTITLEMENT' | 'TERMINATE.ENTITLEMENT' | 'ABNORMAL_ALERT.ENTITLEMENT' | 'APPROVE.ENTITLEMENT';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: WorkloadEntitlement;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfFundingApplication = {
  /** What happened: ACTION.ENTITY. */
  type: 'CREATE.FUNDING_APPLICATION' | 'UPDATE.FUNDING_APPLICATION' | 'APPROVE.FUNDING_APPLICATION' | 'REJECT.FUNDING_APPLICATION';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: Record<string, unknown>;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfHeadlessEntitlements = {
  /** What happened: ACTION.ENTITY. */
  type: 'NOTIFY.HEADLESS_ENTITLEMENTS';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: Record<string, unknown>;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfIntegration = {
  /** What happened: ACTION.ENTITY. */
  type: 'CREATE.INTEGRATION' | 'UPDATE.INTEGRATION' | 'DELETE.INTEGRATION' | 'ABNORMAL_ALERT.INTEGRATION';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: Record<string, unknown>;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfInvoice = {
  /** What happened: ACTION.ENTITY. */
  type: 'CREATE.INVOICE' | 'UPDATE.INVOICE' | 'DELETE.INVOICE' | 'ISSUE.INVOICE' | 'VOID.INVOICE' | 'CHARGE.INVOICE' | 'NOTIFY.INVOICE' | 'REFUND.INVOICE';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: BillingInvoice;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfNotificationMessage = {
  /** What happened: ACTION.ENTITY. */
  type: 'NEW_CLIENT_SIGNUP.NOTIFICATION_MESSAGE';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: Record<string, unknown>;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfOffer = {
  /** What happened: ACTION.ENTITY. */
  type: 'CREATE.OFFER' | 'ACCEPT.OFFER' | 'EXPIRE.OFFER' | 'UPDATE.OFFER' | 'DELETE.OFFER' | 'CANCEL.OFFER' | 'OPEN_EMAIL.OFFER' | 'SUBMIT_APPROVAL_REQUEST.OFFER' | 'REVIEW_APPROVAL_REQUEST.OFFER' | 'NOTIFY_CONTACTS.OFFER' | 'PENDING_ACCEPTANCE.OFFER' | 'PENDING_PARTNER_ACTION.OFFER' | 'EXPIRE_SOON.OFFER' | 'REJECT.OFFER' | 'PENDING_CANCEL.OFFER' | 'ABNORMAL_ALERT.OFFER';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: WorkloadOffer;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfOrganization = {
  /** What happened: ACTION.ENTITY. */
  type: 'CREATE.ORGANIZATION' | 'UPDATE.ORGANIZATION' | 'APPROVE.ORGANIZATION' | 'NOTIFY.ORGANIZATION';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: ListOrganizationsByUserRow;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfPaymentTransaction = {
  /** What happened: ACTION.ENTITY. */
  type: 'FAIL.PAYMENT_TRANSACTION';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: Record<string, unknown>;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfProduct = {
  /** What happened: ACTION.ENTITY. */
  type: 'CREATE.PRODUCT' | 'UPDATE.PRODUCT' | 'DELETE.PRODUCT' | 'ABNORMAL_ALERT.PRODUCT';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: WorkloadProduct;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfReferral = {
  /** What happened: ACTION.ENTITY. */
  type: 'ARCHIVE.REFERRAL' | 'CREATE.REFERRAL' | 'UPDATE.REFERRAL' | 'ACCEPT.REFERRAL' | 'REJECT.REFERRAL' | 'PENDING_ACCEPTANCE.REFERRAL' | 'APPROVE.REFERRAL' | 'INBOUND.REFERRAL';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: Record<string, unknown>;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfRevenueRecord = {
  /** What happened: ACTION.ENTITY. */
  type: 'DISBURSE.REVENUE_RECORD';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: RevenueRecord;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfSupportTicket = {
  /** What happened: ACTION.ENTITY. */
  type: 'CREATE.SUPPORT_TICKET' | 'CLOSE.SUPPORT_TICKET' | 'REOPEN.SUPPORT_TICKET' | 'UPDATE.SUPPORT_TICKET' | 'ARCHIVE.SUPPORT_TICKET';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: SupportTicket;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfUnpurchasedOffers = {
  /** What happened: ACTION.ENTITY. */
  type: 'NOTIFY.UNPURCHASED_OFFERS';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: Record<string, unknown>;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfUsageRecordGroup = {
  /** What happened: ACTION.ENTITY. */
  type: 'CREATE.USAGE_RECORD_GROUP' | 'ABNORMAL_ALERT.USAGE_RECORD_GROUP';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: UsageBatch;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfUsageRecordReport = {
  /** What happened: ACTION.ENTITY. */
  type: 'ABNORMAL_ALERT.USAGE_RECORD_REPORT' | 'UPDATE.USAGE_RECORD_REPORT';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: MeteringUsageRecordReport;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfUser = {
  /** What happened: ACTION.ENTITY. */
  type: 'CREATE.USER' | 'ADD.USER' | 'DELETE.USER' | 'UPDATE.USER';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: Record<string, unknown>;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfWallet = {
  /** What happened: ACTION.ENTITY. */
  type: 'CLOSE.WALLET';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: Record<string, unknown>;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfWebhookEndpoint = {
  /** What happened: ACTION.ENTITY. */
  type: 'UPDATE.WEBHOOK_ENDPOINT' | 'CREATE.WEBHOOK_ENDPOINT' | 'DELETE.WEBHOOK_ENDPOINT' | 'ROTATE_SECRET.WEBHOOK_ENDPOINT' | 'TEST.WEBHOOK_ENDPOINT' | 'RESEND.WEBHOOK_ENDPOINT' | 'REPLAY.WEBHOOK_ENDPOINT' | 'NOTIFY.WEBHOOK_ENDPOINT';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: WebhookEndpoint;
};

/** What is sent of an event to webhook endpoints. */
export type WebhookEventOfWorkflow = {
  /** What happened: ACTION.ENTITY. */
  type: 'CREATE.WORKFLOW' | 'UPDATE.WORKFLOW' | 'DELETE.WORKFLOW';
  /** Identifier of the event. */
  eventID: string;
  /** How far sending has come. */
  eventStatus?: 'SCHEDULED' | 'PENDING' | 'DONE' | 'FAILED' | (string & {});
  /** Organization that it happened in. */
  organizationID: string;
  /** Partner that it concerns. */
  partner?: Partner;
  /** Kind of thing that it is about. */
  entityType: 'API_CLIENT' | 'AUDITING_EVENT' | 'AUTO_SHARE_TASK' | 'BUYER' | 'CONTACT' | 'CRMB_USER' | 'ENTITLEMENT' | 'ENTITLEMENT_TERM' | 'HEADLESS_ENTITLEMENTS' | 'INTEGRATION' | 'INVOICE' | 'NEW_CLIENT' | 'NOTIFICATION_MESSAGE' | 'OFFER' | 'ORGANIZATION' | 'ORGANIZATION_INFO' | 'PAYMENT_TRANSACTION' | 'PRODUCT' | 'REFERRAL' | 'REVENUE_RECORD' | 'SERVICE' | 'SUPPORT_TICKET' | 'UNPURCHASED_OFFERS' | 'USAGE_RECORD_GROUP' | 'USAGE_RECORD_REPORT' | 'USER' | 'WORKFLOW' | 'WORKFLOW_EXECUTION' | 'WORKFLOW_WEBHOOK' | (string & {});
  /** Identifier of what it is about. */
  entityID: string;
  /** Name of what it is about. */
  entityName?: string;
  /** State that it was in then. */
  entityStatus?: string;
  /** What happened. */
  action: 'ABNORMAL_ALERT' | 'ACCEPT' | 'ADD' | 'APPROVE' | 'ARCHIVE' | 'CANCEL' | 'CHARGE' | 'CLOSE' | 'COMPLETE' | 'CREATE' | 'DELETE' | 'DISBURSE' | 'END_SOON' | 'EXPIRE' | 'EXPIRE_SOON' | 'FAIL' | 'INBOUND' | 'ISSUE' | 'MERGE' | 'METER' | 'NEW_CLIENT_SIGNUP' | 'NOTIFY' | 'NOTIFY_CONTACTS' | 'OPEN_EMAIL' | 'PENDING_ACCEPTANCE' | 'PENDING_CANCEL' | 'PENDING_PARTNER_ACTION' | 'REFUND' | 'REINSTATE' | 'REJECT' | 'REOPEN' | 'REVIEW_APPROVAL_REQUEST' | 'ROTATE_SECRET' | 'SIGN' | 'SUBMIT_APPROVAL_REQUEST' | 'SUSPEND' | 'TERMINATE' | 'TEST' | 'UPDATE' | 'VOID' | 'WEBHOOK' | (string & {});
  /** Headline. */
  title?: string;
  /** What happened, in words. */
  message?: string;
  /** How urgent it is. */
  priority?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | (string & {});
  /** When it happened or is due. */
  timestamp: string;
  /** Whether somebody has to act on it. */
  isActionItem?: boolean;
  /** Whether somebody has to review it. */
  requireAudit?: boolean;
  /** Who caused it. */
  createdBy?: LastModifiedBy;
  /** Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal. */
  info?: Record<string, unknown>;
  /** The record as it was when it happened. */
  data?: Record<string, unknown>;
};

/** A replay that has begun. */
export type WebhookReplay = {
  /** The operation, to be followed at /org/{orgId}/v2/operation/{operationId}. */
  operationId?: string;
};

/** Whether events are sent to an endpoint. */
export type WebhookStatus = 'ENABLED' | 'DISABLED';

/** What won a deal registration. */
export type WinDealRegistrationParams = {
  /** The entitlement, if there is one. */
  entitlementID?: string;
  /** What is said with it; the channel partner sees it, too. */
  message?: string;
  /** The offer, if there is one. */
  offerID?: string;
};

/** What a buyer bought under an offer. */
export type WorkloadEntitlement = {
  /** Buyer. */
  buyerID?: string;
  /** When it was created. */
  creationTime?: string;
  /** When it ends; null without a fixed end. */
  endTime?: string | null;
  /** Term that runs now. */
  entitlementTermID?: string;
  /** Buyer on the marketplace. */
  externalBuyerID?: string;
  /** Identifier on the marketplace. */
  externalID?: string;
  /** Product on the marketplace. */
  externalProductID?: string;
  /** State as the marketplace names it. */
  externalStatus?: string;
  /** Identifier. */
  id?: string;
  /** Terms and figures. */
  info?: EntitlementInfo;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Links, notes and outcomes of tasks. */
  metaInfo?: WorkloadMetaInfo;
  /** Name of the entitlement. */
  name?: string;
  /** Offer that was accepted. */
  offerID?: string;
  /** Organization that sold it. */
  organizationID?: string;
  /** Where it was sold; none for direct sales. */
  partner?: Partner;
  /** Seller’s account there. */
  partnerID?: string;
  /** Product that was bought. */
  productID?: string;
  /** Service of the partner. */
  service?: 'DEFAULT' | 'MARKETPLACE' | 'ACE' | 'ANTHROPIC' | 'BIGQUERY' | 'BILLING' | 'CHATBOT' | 'COSELL' | 'CRM' | 'CPQ' | 'DATABASE' | 'DRIVE' | 'EMAIL' | 'GEMINI' | 'LEDGERA' | 'LEDGERB' | 'PAYMENT' | 'STORAGE' | 'TEAMS' | (string & {});
  /** When it starts. */
  startTime?: string;
  /** State of the entitlement. */
  status?: EntitlementStatus;
  /** Kind of entitlement. */
  type?: string;
};

/** A span of an entitlement and what was used in it. */
export type WorkloadEntitlementTerm = {
  /** Buyer. */
  buyerID?: string;
  /** Amount committed to for the term: its share, by UTC days, of what the whole time costs that was bought or renewed. One that was cut short has what was drawn in it, where that is more, and those that follow have so much less. */
  commitAmount?: number;
  /** When it was created. */
  creationTime?: string;
  /** Credit granted for the term. */
  creditAmount?: number;
  /** When it ends; null without a fixed end. */
  endTime?: string | null;
  /** Entitlement that it belongs to. */
  entitlementID?: string;
  /** Terms of the entitlement when the term began. */
  entitlementInfo?: EntitlementInfo;
  /** Entitlement on the marketplace. */
  externalEntitlementID?: string;
  /** Identifier. */
  id?: string;
  /** How it came about and is divided. */
  info?: EntitlementTermInfo;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Offer that was accepted. */
  offerID?: string;
  /** Organization that sold it. */
  organizationID?: string;
  /** Where it was sold; none for direct sales. */
  partner?: Partner;
  /** Product that was bought. */
  productID?: string;
  /** Amount reported for charging. */
  reportedAmount?: number;
  /** Service of the partner. */
  service?: 'DEFAULT' | 'MARKETPLACE' | 'ACE' | 'ANTHROPIC' | 'BIGQUERY' | 'BILLING' | 'CHATBOT' | 'COSELL' | 'CRM' | 'CPQ' | 'DATABASE' | 'DRIVE' | 'EMAIL' | 'GEMINI' | 'LEDGERA' | 'LEDGERB' | 'PAYMENT' | 'STORAGE' | 'TEAMS' | (string & {});
  /** When it starts. */
  startTime?: string;
  /** Part of the commit that usage consumed. */
  usedCommitAmount?: number;
  /** Part of the credit that usage consumed. */
  usedCreditAmount?: number;
};

/** What products, offers and entitlements carry beside their terms: links, notes, tasks and their outcome. */
export type WorkloadMetaInfo = {
  /** Approval inside the organization. */
  approvalInfo?: ApprovalInfo;
  /** Agreement that an agreement-based offer builds on; marketplace A. */
  baseAgreementId?: string;
  /** Subscription in invoicing system A. */
  billASubscriptionID?: string;
  /** Amounts of credit system B already applied, by ledger entry, lest they be applied twice. */
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
  /** Retries of the creation so far; kept by the service, marketplace C. */
  createRetryAttempts?: number;
  /** E-mail address of the creator; never changes. */
  createdByEmail?: string;
  /** Through what it was created. */
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
  /** Data of the seller’s own. */
  customMetaInfo?: Record<string, unknown>;
  /** Percent off list prices, 0 to 100 but in drafts; marketplace A, else null. When list prices change, prices of an offer that is not published yet follow; a published one keeps its own, and has a warning. */
  discount?: number | null;
  /** Whether the service reports test usage of the entitlement every hour while it is active: one unit of each dimension, which is settled, reported and billed as all usage is. */
  enableTestUsageMetering?: boolean;
  /** Cancellation to come. */
  entitlementCancellationSchedule?: CancellationSchedule;
  /** Why tasks failed, as reported. */
  errorMessages?: string[];
  /** Seller’s note, hidden from the buyer. */
  internalNote?: string;
  /** Whether the offer builds on an agreement; marketplace A. */
  isAgreementBasedOffer?: boolean;
  /** Whether gross revenue is read anew in full. */
  isGrossRevenueFullSync?: boolean;
  /** Whether the offer upgrades another; marketplace B. */
  isMkBUpgradeOffer?: boolean;
  /** Whether the offer renews an agreement, which the marketplace may check and revoke; marketplace A. */
  isRenewalOffer?: boolean;
  /** Whether the offer replaces another; marketplace C. */
  isReplacementOffer?: boolean;
  /** Who changed it last. */
  lastModifiedBy?: LastModifiedBy;
  /** Linked co-sell opportunity of marketplace A. */
  mkACrmUniqueIdentifier?: string;
  /** Prices given when the product was made; marketplace A. */
  mkASaasProductDimensions?: MkAProductDimension[];
  /** Billing account of the buyer on marketplace B; read from it. */
  mkBBillingAccountID?: string;
  /** Offer that is upgraded; marketplace B. */
  mkBOriginalOfferIDForUpgrade?: string;
  /** Billing account of the buyer on marketplace C; read from it. */
  mkCBillingAccountID?: string;
  /** About when creation is retried; only while the offer is being created. */
  nextCreateRetryAt?: string;
  /** Notices about the offer. */
  notifications?: NotificationEvent[];
  /** When the buyer accepted. */
  offerAcceptDate?: string;
  /** When the marketplace had the offer. */
  offerCreationSuccessDate?: string;
  /** License agreement before several were merged. */
  originalEulaInfo?: OriginalEulaInfo;
  /** Why tasks failed, made readable. */
  prettifiedErrorMessages?: string[];
  /** CRM data of private plans, by name of the plan; products only. */
  privatePlans?: Record<string, unknown>;
  /** Where the agreement that is renewed was made. */
  renewalOfferType?: string;
  /** From when the terms of this offer hold instead of those of the replaced one, at the end of its agreement at the latest; at once when it is not given, or has passed; marketplace C. */
  replacedOfferEndTime?: string;
  /** How often the replaced offer is paid; marketplace C. */
  replacedOfferPaymentRecurrence?: string;
  /** Accepted offer whose agreement goes on under this one: projects/{projectNumber}/services/{serviceName}/privateOffers/{privateOfferId}; this organization’s, or one that its marketplace has. */
  replacedOfferResourceName?: string;
  /** Replaced plan for resellers: resellerPrivateOfferPlans/{planId}; checked by its form. */
  replacedResellerPrivateOfferPlan?: string;
  /** Resellers, of offers that are resold. */
  resellerIds?: string[];
  /** When cancelling the source offer was last tried. */
  sourceOfferCancelAfterPublishAt?: string;
  /** Why the source offer was not cancelled. */
  sourceOfferCancelAfterPublishError?: string;
  /** How far cancelling the source offer has come; empty before it is tried. */
  sourceOfferCancelAfterPublishStatus?: 'PENDING' | 'SENT' | 'SKIPPED' | 'FAILED' | (string & {});
  /** Offer to cancel once this copy of it awaits acceptance; marketplace C. */
  sourceOfferIdToCancelAfterPublish?: string;
  /** Until when test usage is reported; needed when it is switched on. A bare date is its midnight in UTC: that day is out. */
  testUsageMeteringEndTime?: string;
  /** What the notice of a change says. */
  updateMessage?: string;
  /** What was corrected by the service without stopping. */
  warningMessages?: string[];
};

/** An offer to buyers, listed or negotiated. */
export type WorkloadOffer = {
  /** Buyer that it is made to. */
  buyerID?: string;
  /** Through whom it is sold. */
  channelType?: string;
  /** Contacts that it is sent to. */
  contactIds?: string[];
  /** Who created it. */
  createdBy?: string;
  /** When it was created. */
  creationTime?: string;
  /** End of what is bought, and the last moment of acceptance; null without a fixed end. A bare date is its midnight in UTC: that day is out. */
  endTime?: string | null;
  /** Last moment of acceptance, `endTime` at the latest; null without a limit. A bare date is its midnight in UTC: that day is out. */
  expireTime?: string | null;
  /** Identifier on the marketplace. */
  externalID?: string;
  /** Identifier. */
  id?: string;
  /** Terms. */
  info?: OfferInfo;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Who changed it last. */
  lastUpdatedBy?: string;
  /** Links, notes and outcomes of tasks. */
  metaInfo?: WorkloadMetaInfo;
  /** Name of the offer. */
  name?: string;
  /** Kind of offer. */
  offerType?: 'PRIVATE' | 'DEFAULT' | 'FREE_TRIAL' | 'CPPO_OUT' | 'CPPO_IN' | 'CPPO' | 'AMI' | 'APPLICATION' | 'CONTAINER' | 'CONTRACT' | 'CUD' | 'DATA' | 'FIXED_FEE' | 'FIXED_FEE_WITH_OVERAGE' | 'FLAT_RATE' | 'MACHINE_LEARNING' | 'PAYG' | 'PAYG_WITH_CUD' | 'PER_USER' | 'PROFESSIONAL_SERVICES' | 'SAAS' | 'SUBSCRIPTION' | 'UNKNOWN' | (string & {});
  /** Organization that offers. */
  organizationID?: string;
  /** Where it is sold; none for direct sales. */
  partner?: Partner;
  /** Seller’s account there. */
  partnerID?: string;
  /** How it is priced. */
  pricingType?: string;
  /** Product that is offered. */
  productID?: string;
  /** How the product is sold. */
  productType?: 'UNKNOWN' | 'SUBSCRIPTION' | 'CONTRACT' | 'FLAT_RATE' | 'PER_USER' | 'USAGE_BASED' | 'PROFESSIONAL_SERVICES' | (string & {});
  /** Service of the partner. */
  service?: 'DEFAULT' | 'MARKETPLACE' | 'ACE' | 'ANTHROPIC' | 'BIGQUERY' | 'BILLING' | 'CHATBOT' | 'COSELL' | 'CRM' | 'CPQ' | 'DATABASE' | 'DRIVE' | 'EMAIL' | 'GEMINI' | 'LEDGERA' | 'LEDGERB' | 'PAYMENT' | 'STORAGE' | 'TEAMS' | (string & {});
  /** State of the offer. */
  status?: OfferStatus;
  /** Step within the state. */
  subStatus?: string;
};

/** Something that is sold on a marketplace or directly. */
export type WorkloadProduct = {
  /** Who created it. */
  createdBy?: string;
  /** When it was created. */
  creationTime?: string;
  /** Identifier on the marketplace. */
  externalID?: string;
  /** Where buyers sign up after a purchase. */
  fulfillmentUrl?: string;
  /** Identifier. */
  id?: string;
  /** Prices, terms and listing. */
  info?: ProductInfo;
  /** When it last changed. */
  lastUpdateTime?: string;
  /** Who changed it last. */
  lastUpdatedBy?: string;
  /** Links, notes and outcomes of tasks. */
  metaInfo?: WorkloadMetaInfo;
  /** Name of the product. */
  name?: string;
  /** Organization that sells it. */
  organizationID?: string;
  /** Where it is sold. */
  partner?: Partner;
  /** Seller’s account there. */
  partnerID?: string;
  /** How it is sold. */
  productType?: 'UNKNOWN' | 'SUBSCRIPTION' | 'CONTRACT' | 'FLAT_RATE' | 'PER_USER' | 'USAGE_BASED' | 'PROFESSIONAL_SERVICES' | (string & {});
  /** Service of the partner. */
  service?: 'DEFAULT' | 'MARKETPLACE' | 'ACE' | 'ANTHROPIC' | 'BIGQUERY' | 'BILLING' | 'CHATBOT' | 'COSELL' | 'CRM' | 'CPQ' | 'DATABASE' | 'DRIVE' | 'EMAIL' | 'GEMINI' | 'LEDGERA' | 'LEDGERB' | 'PAYMENT' | 'STORAGE' | 'TEAMS' | (string & {});
  /** State of the product. */
  status?: string;
};
