import type { Facts, OperationFacts } from '../../facts/contract.ts';

const plain = { query: {}, headers: {} } satisfies Partial<OperationFacts>;
const refusals = { 400: 'Refusal', 401: 'Refusal', 403: 'Refusal', 500: 'Refusal' };

const operations = {
  listQueries: {
    method: 'GET',
    path: '/ScheduledQueries',
    ...plain,
    answers: { 200: 'Queries', ...refusals },
  },
  createQuery: {
    method: 'POST',
    path: '/ScheduledQueries',
    ...plain,
    body: 'NewQuery',
    answers: { 200: 'Queries', ...refusals },
  },
  listReports: {
    method: 'GET',
    path: '/ScheduledReport',
    ...plain,
    answers: { 200: 'Reports', ...refusals },
  },
  createReport: {
    method: 'POST',
    path: '/ScheduledReport',
    ...plain,
    body: 'NewReport',
    answers: { 200: 'Reports', ...refusals, 404: 'Refusal' },
  },
  listExecutions: {
    method: 'GET',
    path: '/ScheduledReport/execution/{reportId:uuid}',
    ...plain,
    query: { executionId: 'uuid', executionStatus: 'ExecutionStatus', getLatestExecution: 'Flag' },
    answers: { 200: 'Executions', ...refusals, 404: 'Refusal' },
  },
} satisfies Record<string, OperationFacts>;

const choices = {
  ExecutionStatus: ['Pending', 'Running', 'Paused', 'Completed'],
  ReportStatus: ['Paused', 'Active', 'Inactive'],
  QueryType: ['system', 'userDefined'],
  Format: ['csv', 'tsv'],
  Flag: ['true', 'false'],
};

const envelope = { totalCount: 'int32!', message: 'text', statusCode: 'int32!' };

const records = {
  NewQuery: { Name: 'text!', Description: 'text', Query: 'text!' },
  NewReport: {
    ReportName: 'text!',
    Description: 'text',
    QueryId: 'text!',
    StartTime: 'time',
    RecurrenceInterval: 'int32',
    RecurrenceCount: 'int32',
    Format: 'Format',
    CallbackUrl: 'uri',
    ExecuteNow: 'boolean',
    QueryStartTime: 'time',
    QueryEndTime: 'time',
  },
  Queries: { value: 'Query[]!', ...envelope },
  Query: {
    queryId: 'text!',
    name: 'text!',
    description: 'text',
    query: 'text!',
    type: 'QueryType!',
    user: 'text',
    createdTime: 'time!',
  },
  Reports: { value: 'Report[]!', ...envelope },
  Report: {
    reportId: 'uuid!',
    reportName: 'text!',
    description: 'text',
    queryId: 'text!',
    query: 'text!',
    user: 'text',
    createdTime: 'time!',
    modifiedTime: 'time',
    startTime: 'time!',
    reportStatus: 'ReportStatus!',
    recurrenceInterval: 'int32',
    recurrenceCount: 'int32',
    callbackUrl: 'uri',
    format: 'Format!',
  },
  Executions: { value: 'Execution[]!', ...envelope },
  Execution: {
    executionId: 'uuid!',
    reportId: 'uuid!',
    recurrenceInterval: 'int32',
    recurrenceCount: 'int32',
    callbackUrl: 'uri',
    format: 'Format!',
    executionStatus: 'ExecutionStatus!',
    reportAccessSecureLink: 'uri',
    reportExpiryTime: 'time',
    reportGeneratedTime: 'time',
  },
  Refusal: { value: 'Query[]', ...envelope },
} satisfies Facts['records'];

/** The interface of scheduled reports, from the vendor’s pages. */
export const insights = { operations, choices, records } satisfies Facts;
export type InsightsOperation = keyof typeof operations;

/** The vendor’s own query for revenue, with its columns in order. */
export const revenueQuery = {
  id: 'bf54dde4-7dc4-492f-a69a-f45de049bfcb',
  columns:
    `AssetId SalesChannel BillingAccountId CustomerCity CustomerCompanyName CustomerCountry CustomerEmail
    CustomerId CustomerName CustomerState EarningAmountCC EarningAmountPC EarningAmountUSD EarningCurrencyCode
    EarningExchangeRatePC EstimatedPayoutMonth Revenue EstimatedRevenuePC EstimatedRevenueUSD ExchangeRateDate
    ExchangeRatePC ExchangeRateUSD PayoutStatus IncentiveRate TrialDeployment LineItemId MonthStartDate OfferName
    OfferType PaymentInstrumentType PaymentSentDate PurchaseRecordId Quantity SKU TermEndDate TermStartDate
    TransactionAmountCC TransactionAmountPC TransactionAmountUSD BillingModel Units`.split(/\s+/),
  dataset: 'ISVRevenue',
};
