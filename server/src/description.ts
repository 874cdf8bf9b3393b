import { auditingDescription } from './auditing/index.ts';
import { authenticationDescription } from './authentication/index.ts';
import { AIInvoice, BillingInvoice, billingDescription } from './billing/index.ts';
import { buyerDescription } from './buyers/index.ts';
import { IdentityBuyer, IdentityContact } from './buyers/records.ts';
import { entitlementDescription } from './entitlements/index.ts';
import { WorkloadEntitlement, WorkloadEntitlementTerm } from './entitlements/records.ts';
import { fileDescription } from './files/index.ts';
import { knowledgeDescription } from './knowledge/index.ts';
import { KnowledgeArticle } from './knowledge/records.ts';
import { marketplaceDescription } from './marketplaces/index.ts';
import { MeteringUsageRecordReport, meteringDescription } from './metering/index.ts';
import { UsageBatch } from './metering/records.ts';
import { notificationDescription, webhookDescriptions } from './notifications/index.ts';
import { offerDescription } from './offers/index.ts';
import { WorkloadOffer } from './offers/records.ts';
import { operationDescription } from './operations/index.ts';
import { configurationDescription, organizationDescription } from './organizations/index.ts';
import { OrganizationRow } from './organizations/records.ts';
import { overviewDescription } from './overview/index.ts';
import {
  ChannelPartner,
  ChannelPartnerAgreement,
  DealRegistration,
  partnerDescription,
} from './partners/index.ts';
import type { Guide } from './platform/documentation/index.ts';
import type { ApiDescription } from './platform/openapi/api-description.ts';
import { productDescription } from './products/index.ts';
import { WorkloadProduct } from './products/records/index.ts';
import { reportDescription } from './reports/index.ts';
import { RevenueRecord } from './revenue/records.ts';
import { sandboxDescription } from './sandbox/index.ts';
import { supportDescription } from './support/index.ts';
import { SupportTicket } from './support/records.ts';

/** The kinds of entities that notifications can be about, each with its record. */
export const entityRecords = {
  PRODUCT: WorkloadProduct,
  OFFER: WorkloadOffer,
  ENTITLEMENT: WorkloadEntitlement,
  ENTITLEMENT_TERM: WorkloadEntitlementTerm,
  USAGE_RECORD_GROUP: UsageBatch,
  USAGE_RECORD_REPORT: MeteringUsageRecordReport,
  INVOICE: BillingInvoice,
  REVENUE_RECORD: RevenueRecord,
  BUYER: IdentityBuyer,
  CONTACT: IdentityContact,
  ORGANIZATION: OrganizationRow,
  AI_INVOICE: AIInvoice,
  SUPPORT_TICKET: SupportTicket,
  CHANNEL_PARTNER: ChannelPartner,
  CHANNEL_PARTNER_AGREEMENT: ChannelPartnerAgreement,
  DEAL_REGISTRATION: DealRegistration,
  KNOWLEDGE_ARTICLE: KnowledgeArticle,
};

/** The guides, in the order in which they are read. */
const guides: readonly Guide[] = [
  {
    name: 'first-steps',
    title: 'First steps',
    file: 'README.md',
    says: 'Five minutes: a token, an offer, a buyer who accepts, an entitlement.',
  },
  {
    name: 'api-design',
    title: 'Conventions of the API',
    file: 'docs/api-design.md',
    says: 'Access, fields, values, lists, repeats and errors: what holds for all operations.',
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    file: 'docs/webhooks.md',
    says: 'Receive events: verify, retries, order, and what was missed.',
  },
  {
    name: 'integrations',
    title: 'Connect a marketplace',
    file: 'docs/integrations.md',
    says: 'Set up, verify and watch the connection of an organization to a marketplace.',
  },
];

/** The texts of the API's document and pages, beside the operations. */
export const apiDescription: ApiDescription & { guides: readonly Guide[] } = {
  about: 'Sell software on cloud marketplaces and directly, through one API.',
  server: 'This installation: organizations are for production or for tests with the sandbox',
  parts: [
    authenticationDescription,
    organizationDescription,
    productDescription,
    buyerDescription,
    offerDescription,
    entitlementDescription,
    partnerDescription,
    meteringDescription,
    billingDescription,
    reportDescription,
    overviewDescription,
    configurationDescription,
    notificationDescription,
    operationDescription,
    auditingDescription,
    fileDescription,
    supportDescription,
    knowledgeDescription,
    sandboxDescription,
    marketplaceDescription,
  ],
  pathOfProblem: '/org/org_01m7z53qrwf3raysksbfq2fp2q/offer',
  webhooks: webhookDescriptions(entityRecords),
  guides,
};
