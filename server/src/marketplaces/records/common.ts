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

export const PartnerService = openEnum('Which of a partner’s services is meant.', [
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

export const TimeUnit = actedEnum('Unit of a length of time.', ['DAY', 'MONTH', 'YEAR']);

export const PaymentScheduleType = openEnum('Whether the buyer pays ahead or afterwards.', [
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

export const RenewalOfferType = openEnum('Where the agreement that is renewed was made.', [
  'External',
  'MkAMarketplace',
]);

/** The company of the vendor that sells, as marketplace C names the field. */
export const sellingEntity = { googleEntity: idText('Company that sells.') };
