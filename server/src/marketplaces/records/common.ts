import type { z } from 'zod';
import { actedEnum, idText, openEnum, upperCaseEnum } from '../../platform/records/fields.ts';

export const Partner = upperCaseEnum(
  'Partner',
  'A marketplace, CRM, billing, metering or payment system; any letter case is accepted.',
  [
    'MKA',
    'MKA_CHINA',
    'MKB',
    'MKC',
    'MKD',
    'MKE',
    'MKF',
    'CRMA',
    'CRMB',
    'CRMC',
    'BILLA',
    'BILLB',
    'METERA',
    'METERB',
    'PAYA',
    'PAYB',
    'VENDORM',
    'ANTHROPIC',
    'DATABRICKS',
    'DOCUSIGN',
    'GOOGLE',
    'INTUIT',
    'MARKETO',
    'OPENAI',
    'REDHAT',
    'SLACK',
    'ZOHO',
  ],
);
export type Partner = z.infer<typeof Partner>;

export const PartnerService = openEnum('Partner service.', [
  'DEFAULT',
  'MARKETPLACE',
  'ACE',
  'ANTHROPIC',
  'BIGQUERY',
  'BILLING',
  'CHATBOT',
  'COSELL',
  'CRM',
  'CPQ',
  'DATABASE',
  'DRIVE',
  'EMAIL',
  'GEMINI',
  'LEDGERA',
  'LEDGERB',
  'PAYMENT',
  'STORAGE',
  'TEAMS',
]);

export const TimeUnit = actedEnum('Time unit.', ['DAY', 'MONTH', 'YEAR']);

export const PaymentScheduleType = openEnum('Whether the buyer pays in advance or in arrears.', [
  'PREPAY',
  'POSTPAY',
]);

export const ValueType = openEnum('Data type of a measured value.', [
  'VALUE_TYPE_UNSPECIFIED',
  'BOOL',
  'INT64',
  'DOUBLE',
  'STRING',
  'DISTRIBUTION',
  'MONEY',
]);

export const RenewalOfferType = openEnum('Channel in which the renewed agreement was made.', [
  'External',
  'MkAMarketplace',
]);

/** The seller's company, with the field name of marketplace C. */
export const sellingEntity = { googleEntity: idText('Company of the seller.') };
