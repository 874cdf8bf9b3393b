import { auditingDescription } from './auditing/wiring.ts';
import { authenticationDescription } from './authentication/wiring.ts';
import { AIInvoice, BillingInvoice, billingDescription } from './billing/wiring.ts';
import { buyerPagesDescription } from './buyer-pages/wiring.ts';
import { IdentityBuyer, IdentityContact } from './buyers/records.ts';
import { buyerDescription } from './buyers/wiring.ts';
import { WorkloadEntitlement, WorkloadEntitlementTerm } from './entitlements/records.ts';
import { entitlementDescription } from './entitlements/wiring.ts';
import { fileDescription } from './files/wiring.ts';
import { KnowledgeArticle } from './knowledge/records.ts';
import { knowledgeDescription } from './knowledge/wiring.ts';
import { marketplaceDescription } from './marketplaces/wiring.ts';
import { UsageBatch } from './metering/records.ts';
import { MeteringUsageRecordReport, meteringDescription } from './metering/wiring.ts';
import { notificationDescription, webhookDescriptions } from './notifications/wiring.ts';
import { WorkloadOffer } from './offers/records.ts';
import { offerDescription } from './offers/wiring.ts';
import { operationDescription } from './operations/wiring.ts';
import { OrganizationRow } from './organizations/records.ts';
import { configurationDescription, organizationDescription } from './organizations/wiring.ts';
import { overviewDescription } from './overview/wiring.ts';
import {
  ChannelPartner,
  ChannelPartnerAgreement,
  DealRegistration,
  partnerDescription,
} from './partners/wiring.ts';
import type { Guide } from './platform/documentation/index.ts';
import type { ApiDescription } from './platform/openapi/api-description.ts';
import { WorkloadProduct } from './products/records/index.ts';
import { productDescription } from './products/wiring.ts';
import { reportDescription } from './reports/wiring.ts';
import { RevenueRecord } from './revenue/records.ts';
import { sandboxDescription } from './sandbox/wiring.ts';
import { SupportTicket } from './support/records.ts';
import { supportDescription } from './support/wiring.ts';

/** The entity types of notifications, each with its record. */
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

/** Guides in reading order. */
const guides: readonly Guide[] = [
  {
    name: 'first-steps',
    title: 'First steps',
    file: 'docs/api-tour.md',
    says: 'A five-minute tour: token, offer, acceptance, entitlement.',
  },
  {
    name: 'api-design',
    title: 'API conventions',
    file: 'docs/api-design.md',
    says: 'Access, fields, values, lists, retries and errors: conventions of all operations.',
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    file: 'docs/webhooks.md',
    says: 'Receive events: signatures, retries, order, and missed events.',
  },
  {
    name: 'integrations',
    title: 'Connect a marketplace',
    file: 'docs/integrations.md',
    says: 'Set up, verify and monitor the connection of an organization to a marketplace.',
  },
];

/** The texts of the OpenAPI document and the documentation pages, except texts of the operations. */
export const apiDescription: ApiDescription & { guides: readonly Guide[] } = {
  about: 'Sell software on cloud marketplaces and directly, through one API.',
  server: 'This installation. An organization is for production or for tests with the sandbox',
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
    buyerPagesDescription,
    sandboxDescription,
    marketplaceDescription,
  ],
  pathOfProblem: '/org/org_01m7z53qrwf3raysksbfq2fp2q/offer',
  webhooks: webhookDescriptions(entityRecords),
  guides,
};
