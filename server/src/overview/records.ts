import { z } from 'zod';
import { time } from '../platform/records/fields.ts';

const counts = (of: string) =>
  z.record(z.string(), z.int()).meta({ description: `Number of ${of} by state, for states that have any` });

const Sum = z
  .object({
    currency: z
      .string()
      .meta({ description: 'ISO 4217 code; amounts of different currencies are never added' }),
    count: z.int().meta({ description: 'Number of records in this currency' }),
    amount: z.number().meta({ description: 'Total amount' }),
  })
  .meta({ id: 'OverviewSum', description: 'A total in one currency' });

const ContractValue = z
  .object({
    ...Sum.shape,
    years: z
      .array(
        z
          .object({
            year: z.int().meta({ description: 'Calendar year, in UTC', example: 2027 }),
            amount: z.number().meta({ description: 'Part of the amount for the days of this year' }),
          })
          .meta({ id: 'ContractValueYear', description: 'Contract value of a calendar year' }),
      )
      .meta({ description: 'The years of the terms, in order; their amounts add up to the total' }),
  })
  .meta({ id: 'ContractValue', description: 'Contract value in one currency' });

/** The kinds of records that require attention, most important first. */
export const attentionKinds = [
  'INTEGRATION_NOT_VERIFIED',
  'WEBHOOK_DISABLED',
  'WEBHOOK_FAILING',
  'INVOICE_OVERDUE',
  'OFFER_CREATE_FAILED',
  'OFFER_AWAITS_APPROVAL',
  'OFFER_EXPIRES_SOON',
  'ENTITLEMENT_ENDS_SOON',
  'ENTITLEMENT_CHANGE_REQUESTED',
  'USAGE_NOT_REPORTED',
] as const;

const Attention = z
  .object({
    kind: z.enum(attentionKinds).meta({ description: 'Type of problem' }),
    count: z.int().meta({ description: 'Number of records; 100 means 100 or more' }),
    oldest: time(
      'Time since which the oldest record has been waiting; for expiries and ends, the time of the first expiry or end',
    ),
    sample: z
      .array(
        z
          .object({
            id: z.string().meta({ description: 'Identifier' }),
            name: z.string().meta({ description: 'Name; empty if unset' }),
          })
          .meta({ id: 'OverviewSample', description: 'An affected record' }),
      )
      .meta({ description: 'The first three records' }),
    query: z
      .string()
      .meta({ description: 'Path of the list of these records, below the path of the organization' }),
  })
  .meta({ id: 'OverviewAttention', description: 'Records that need attention' });

/** The steps from a new organization to its first sale, in order. */
export const checklistSteps = [
  'integration',
  'product',
  'offer',
  'entitlement',
  'notification',
  'crm',
] as const;

const ChecklistStep = z
  .object({
    step: z.enum(checklistSteps).meta({ description: 'The step' }),
    done: z.boolean().meta({ description: 'Whether the step is complete' }),
    skipped: z.boolean().meta({ description: 'Whether a member has skipped the step (onboardingInfo)' }),
  })
  .meta({ id: 'OverviewStep', description: 'A step of the onboarding checklist' });

export const Overview = z
  .object({
    asOf: time('Time at which the records were counted, at most 10 s ago, by the organization’s clock'),
    offers: z
      .object({
        byStatus: counts('offers'),
        open: z.array(Sum).meta({
          description:
            'Offers pending acceptance, by currency; the amount is rate times quantity of their commits',
        }),
      })
      .meta({ id: 'OverviewOffers', description: 'Offers' }),
    entitlements: z
      .object({
        byStatus: counts('entitlements'),
        annualized: z
          .array(Sum)
          .meta({ description: 'Annualized contract value of active entitlements, by currency' }),
        contractValue: z.array(ContractValue).meta({
          description:
            'Commits of the current terms of active entitlements, by currency. Each term is split over calendar years by its days. ' +
            'Terms without an end or a commit are not included.',
        }),
      })
      .meta({ id: 'OverviewEntitlements', description: 'Entitlements' }),
    attention: z.array(Attention).meta({ description: 'Records that require attention' }),
    checklist: z.array(ChecklistStep).meta({ description: 'The first steps' }),
  })
  .meta({ id: 'Overview', description: 'Overview of an organization' });

export const seriesMetrics = [
  'offersCreated',
  'entitlementsCreated',
  'grossRevenue',
  'invoicedRevenue',
  'netInvoicedRevenue',
  'invoicedTax',
  'disbursedRevenue',
  'usageAmount',
] as const;
export type SeriesMetric = (typeof seriesMetrics)[number];

const points = z
  .array(
    z
      .object({
        start: z.iso.date().meta({ description: 'First day of the span, in UTC' }),
        value: z
          .number()
          .meta({ description: 'Count, or amount in the currency; 0 for a span without data' }),
      })
      .meta({ id: 'SeriesPoint', description: 'A span of time' }),
  )
  .meta({ description: 'One point for each span from the first day to the last, in order' });

export const Series = z
  .object({
    points,
    parts: z
      .array(
        z
          .object({
            partner: z
              .string()
              .nullable()
              .meta({ description: 'Marketplace; null for direct sales', example: 'MKA' }),
            points,
          })
          .meta({ id: 'SeriesPart', description: 'A part of a time series' }),
      )
      .optional()
      .meta({ description: 'The series of each marketplace with data, with `split`' }),
  })
  .meta({ id: 'Series', description: 'A time series' });
