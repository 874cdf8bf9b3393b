import { z } from 'zod';
import { time } from '../platform/records/fields.ts';

const counts = (of: string) =>
  z.record(z.string(), z.int()).meta({ description: `How many ${of} are in each state that has any` });

const Sum = z
  .object({
    currency: z.string().meta({ description: 'ISO 4217; two currencies are never in one sum' }),
    count: z.int().meta({ description: 'How many there are in this currency' }),
    amount: z.number().meta({ description: 'What they come to' }),
  })
  .meta({ id: 'OverviewSum', description: 'What is in one currency' });

/** What somebody has to look at, in the order in which it matters. */
export const attentionKinds = [
  'INTEGRATION_NOT_VERIFIED',
  'WEBHOOK_DISABLED',
  'OFFER_CREATE_FAILED',
  'OFFER_AWAITS_APPROVAL',
  'OFFER_EXPIRES_SOON',
  'ENTITLEMENT_ENDS_SOON',
  'USAGE_NOT_REPORTED',
] as const;

const Attention = z
  .object({
    kind: z.enum(attentionKinds).meta({ description: 'What is the matter' }),
    count: z.int().meta({ description: 'How many records it concerns; 100 stands for 100 and more' }),
    oldest: time('Since when, of the one that waits longest; of what is to end, when the first one does'),
    sample: z
      .array(
        z
          .object({
            id: z.string().meta({ description: 'Identifier' }),
            name: z.string().meta({ description: 'Name; empty without one' }),
          })
          .meta({ id: 'OverviewSample', description: 'A record that is concerned' }),
      )
      .meta({ description: 'The first three' }),
    query: z.string().meta({ description: 'The list that has them, below the path of the organization' }),
  })
  .meta({ id: 'OverviewAttention', description: 'What somebody has to look at' });

/** The steps from a new organization to one that sells, in their order. */
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
    step: z.enum(checklistSteps).meta({ description: 'What is to be done' }),
    done: z.boolean().meta({ description: 'Whether it is' }),
    skipped: z.boolean().meta({ description: 'Whether a member has skipped it (onboardingInfo)' }),
  })
  .meta({ id: 'OverviewStep', description: 'A first step' });

export const Overview = z
  .object({
    asOf: time('When it was counted, at most 10 s ago, by the clock of the organization'),
    offers: z
      .object({
        byStatus: counts('offers'),
        open: z.array(Sum).meta({
          description:
            'Offers that await their buyer, by currency; the amount is rates by quantities of their commits',
        }),
      })
      .meta({ id: 'OverviewOffers', description: 'Offers' }),
    entitlements: z
      .object({
        byStatus: counts('entitlements'),
        annualized: z
          .array(Sum)
          .meta({ description: 'What entitlements that are in force come to in a year, by currency' }),
      })
      .meta({ id: 'OverviewEntitlements', description: 'Entitlements' }),
    attention: z
      .array(Attention)
      .meta({ description: 'What somebody has to look at; empty when nothing is' }),
    checklist: z.array(ChecklistStep).meta({ description: 'The first steps' }),
  })
  .meta({ id: 'Overview', description: 'How an organization stands' });

export const seriesMetrics = [
  'offersCreated',
  'entitlementsCreated',
  'grossRevenue',
  'invoicedRevenue',
  'disbursedRevenue',
] as const;
export type SeriesMetric = (typeof seriesMetrics)[number];

export const Series = z
  .object({
    points: z
      .array(
        z
          .object({
            start: z.iso.date().meta({ description: 'First day of the span, in UTC' }),
            value: z
              .number()
              .meta({ description: 'How many, or how much of the currency; 0 where nothing was' }),
          })
          .meta({ id: 'SeriesPoint', description: 'A span of time' }),
      )
      .meta({ description: 'One for each span from the first day to the last, in order' }),
  })
  .meta({ id: 'Series', description: 'How something went over time' });
