import { z } from 'zod';
import { closedEnum, idText, nameText, of, record, text, time } from '../platform/records/fields.ts';

const name = z.string().min(4).max(50).meta({ description: 'Displayed name.' });
const amount = z.number().min(0).max(1e15).meta({ description: 'Amount to charge.' });

export const BillingAddonStatus = closedEnum('BillingAddonStatus', 'State of an addon template.', [
  'ACTIVE',
  'DELETED',
]);
export type BillingAddonStatus = z.infer<typeof BillingAddonStatus>;

export const BillingAddonInfo = record('BillingAddonInfo', 'What an addon costs.', { amount });

export const BillingAddon = record('BillingAddon', 'An addon as it is offered to buyers: a template.', {
  creationTime: time('When it was created.'),
  description: text('What it is for.'),
  id: idText('Identifier.'),
  info: of(BillingAddonInfo, 'What it costs.'),
  lastUpdateTime: time('When it last changed.'),
  name: nameText('Displayed name.'),
  organizationID: idText('Organization that offers it.'),
  status: of(BillingAddonStatus, 'State of the template.'),
});

export const CreateAndUpdateAddonParams = record(
  'CreateAndUpdateAddonParams',
  'What an addon template is to be.',
  {
    amount,
    description: z.string().max(300).meta({ description: 'What it is for; an empty text takes it away.' }),
    name,
  },
);
export type CreateAndUpdateAddonParams = z.infer<typeof CreateAndUpdateAddonParams>;
