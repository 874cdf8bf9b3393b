import type { Facts, OperationFacts } from '../../facts/contract.ts';
import { apiVersion, everyCall } from './common.ts';

const one = '/saas/subscriptions/{subscriptionId:uuid}';
const operation = `${one}/operations/{operationId:uuid}`;
const refusals = { 403: '', 404: '', 500: '' };
const withInvalid = { 400: '', ...refusals };
const pollAddress = { 202: { 'operation-location': 'uri' } };

const operations = {
  resolve: {
    method: 'POST',
    path: '/saas/subscriptions/resolve',
    ...everyCall,
    headers: { ...everyCall.headers, 'x-ms-marketplace-token': 'text!' },
    answers: { 200: 'ResolvedSubscription', ...withInvalid },
  },
  listSubscriptions: {
    method: 'GET',
    path: '/saas/subscriptions/',
    ...everyCall,
    query: { ...everyCall.query, continuationToken: 'text' },
    answers: { 200: 'SubscriptionsResponse', 403: '', 500: '' },
  },
  getSubscription: {
    method: 'GET',
    path: one,
    ...everyCall,
    answers: { 200: 'Subscription', ...refusals },
  },
  updateSubscription: {
    method: 'PATCH',
    path: one,
    ...everyCall,
    body: 'SubscriberPlan',
    answers: { 202: '', ...withInvalid },
    answerHeaders: pollAddress,
  },
  deleteSubscription: {
    method: 'DELETE',
    path: one,
    ...everyCall,
    answers: { 202: '', ...withInvalid },
    answerHeaders: pollAddress,
  },
  listAvailablePlans: {
    method: 'GET',
    path: `${one}/listAvailablePlans`,
    ...everyCall,
    query: { ...everyCall.query, planId: 'text' },
    answers: { 200: 'SubscriptionPlans', ...refusals },
  },
  activateSubscription: {
    method: 'POST',
    path: `${one}/activate`,
    ...everyCall,
    body: 'SubscriberPlan',
    answers: { 200: '', ...withInvalid },
  },
  listOperations: {
    method: 'GET',
    path: `${one}/operations`,
    ...everyCall,
    answers: { 200: 'OperationList', ...withInvalid },
  },
  getOperation: {
    method: 'GET',
    path: operation,
    ...everyCall,
    answers: { 200: 'SaaSOperation', ...withInvalid },
  },
  updateOperation: {
    method: 'PATCH',
    path: operation,
    ...everyCall,
    body: 'UpdateOperation',
    answers: { 200: '', ...withInvalid, 409: '' },
  },
} satisfies Record<string, OperationFacts>;

const choices = {
  ApiVersion: [apiVersion],
  SubscriptionStatus: ['NotStarted', 'PendingFulfillmentStart', 'Subscribed', 'Suspended', 'Unsubscribed'],
  CustomerOperation: ['Read', 'Update', 'Delete'],
  SandboxType: ['None', 'Csp'],
  SessionMode: ['None', 'DryRun'],
  TermUnit: ['P1M', 'P1Y', 'P2Y', 'P3Y', 'P4Y', 'P5Y'],
  Outcome: ['Success', 'Failure'],
  Action: ['Unsubscribe', 'ChangePlan', 'ChangeQuantity', 'Suspend', 'Reinstate', 'Renew'],
  OperationStatus: ['NotStarted', 'InProgress', 'Succeeded', 'Failed', 'Conflict'],
};

const records = {
  ResolvedSubscription: {
    id: 'uuid',
    subscriptionName: 'text',
    offerId: 'text',
    planId: 'text',
    quantity: 'int64',
    subscription: 'Subscription',
  },
  SubscriptionsResponse: { subscriptions: 'Subscription[]', '@nextLink': 'uri' },
  Subscription: {
    id: 'uuid',
    publisherId: 'text',
    offerId: 'text',
    name: 'text',
    saasSubscriptionStatus: 'SubscriptionStatus',
    beneficiary: 'Person',
    purchaser: 'Person',
    planId: 'text',
    quantity: 'int32',
    term: 'Term',
    autoRenew: 'boolean',
    isTest: 'boolean',
    isFreeTrial: 'boolean',
    allowedCustomerOperations: 'CustomerOperation[]',
    sandboxType: 'SandboxType',
    created: 'time',
    sessionMode: 'SessionMode',
  },
  Term: { termUnit: 'TermUnit', startDate: 'time', endDate: 'time', chargeDuration: 'text' },
  Person: { emailId: 'mail', objectId: 'uuid', tenantId: 'uuid', puid: 'text' },
  SubscriptionPlans: { plans: 'Plan[]' },
  Plan: {
    planId: 'text',
    displayName: 'text',
    isPrivate: 'boolean',
    description: 'text',
    minQuantity: 'int64',
    maxQuantity: 'int64',
    hasFreeTrials: 'boolean',
    isPricePerSeat: 'boolean',
    isStopSell: 'boolean',
    market: 'text',
    planComponents: 'PlanComponents',
    sourceOffers: 'SourceOffer[]',
  },
  PlanComponents: {
    recurrentBillingTerms: 'BillingTerm[]',
    meteringDimensions: 'MeteringDimension[]',
  },
  SourceOffer: { externalId: 'uuid' },
  BillingTerm: {
    currency: 'text',
    price: 'double',
    termUnit: 'TermUnit',
    termDescription: 'text',
    meteredQuantityIncluded: 'IncludedQuantity[]',
  },
  IncludedQuantity: { dimensionId: 'text', units: 'text' },
  MeteringDimension: {
    id: 'text',
    currency: 'text',
    pricePerUnit: 'double',
    unitOfMeasure: 'text',
    displayName: 'text',
  },
  SubscriberPlan: { planId: 'text', quantity: 'int64' },
  ErrorBody: { error: 'ErrorDetail' },
  ErrorDetail: { code: 'text', message: 'text' },
  UpdateOperation: { planId: 'text', quantity: 'int64', status: 'Outcome' },
  OperationList: { operations: 'SaaSOperation[]' },
  SaaSOperation: {
    id: 'uuid',
    activityId: 'uuid',
    subscriptionId: 'uuid',
    offerId: 'text',
    publisherId: 'text',
    planId: 'text',
    quantity: 'int32',
    action: 'Action',
    timeStamp: 'time',
    status: 'OperationStatus',
  },
} satisfies Facts['records'];

/** The fulfilment interface, version 2, as published in its OpenAPI file. */
export const fulfilment = { operations, choices, records } satisfies Facts;
export type FulfilmentOperation = keyof typeof operations;
