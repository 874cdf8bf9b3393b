import { z } from 'zod';
import { Partner } from '../../marketplaces/index.ts';
import { route } from '../../platform/http/route.ts';
import { readForm } from '../form/index.ts';
import { OfferFormStep } from '../form-records.ts';

export const getOfferForm = () =>
  route({
    method: 'GET',
    path: '/org/{orgId}/offer/form',
    operationId: 'getOfferForm',
    group: 'Offer',
    summary: 'Describe the form of a new offer',
    description:
      'The fields of a new offer of a type at a partner, in steps, with words, kinds and known values. A finding of ' +
      'validateOffer belongs to the field whose pointer is the finding’s with `*` in the place of numbers, or the nearest ' +
      'above it. Fields that no form has are those that the service or the marketplace decides, and such as no person ' +
      'fills in.',
    access: 'offers:read',
    query: z.object({
      partner: Partner.optional().meta({ description: 'Where it is sold; that of the product when absent' }),
      offerType: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'Type of the offer', default: 'PRIVATE' }),
      productId: z.string().max(200).optional().meta({
        description: 'What is offered: its prices are the known values of the keys of others',
      }),
    }),
    response: z.array(OfferFormStep),
    responseExample: [
      {
        name: 'time',
        label: 'Time',
        help: 'How long it can be accepted, and how long what is bought is provided.',
        fields: [
          {
            pointer: '/expireTime',
            label: 'Last moment of acceptance',
            help: 'Last moment of acceptance, `endTime` at the latest; null without a limit.',
            kind: 'time',
            required: false,
            options: [],
            unit: null,
            advanced: false,
          },
        ],
      },
    ],
    responseDescription: 'The steps, in their order',
    run: {
      kind: 'transaction',
      handle: async (scope, { query }) => ({ body: await readForm(scope, query) }),
    },
  });
