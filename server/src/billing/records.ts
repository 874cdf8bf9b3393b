import { z } from 'zod';
import { closedEnum, fieldOf, idText, nameText, record, text, time } from '../platform/records/fields.ts';

const name = z.string().min(4).max(50).meta({ description: 'Displayed name.' });
const amount = z.number().min(0).max(1e15).meta({ description: 'Amount to charge.' });

export const BillingAddonStatus = closedEnum('BillingAddonStatus', 'Status of an addon template.', [
  'ACTIVE',
  'DELETED',
]);
export type BillingAddonStatus = z.infer<typeof BillingAddonStatus>;

export const BillingAddonInfo = record('BillingAddonInfo', 'Price of an addon.', { amount });

export const BillingAddon = record('BillingAddon', 'A template for addons on entitlements.', {
  creationTime: time('When it was created.'),
  description: text('Description of the addon.'),
  id: idText('Identifier.'),
  info: fieldOf(BillingAddonInfo, 'Price of the addon.'),
  lastUpdateTime: time('When the template last changed.'),
  name: nameText('Displayed name.'),
  organizationID: idText('Organization of the seller.'),
  status: fieldOf(BillingAddonStatus, 'Status of the template.'),
});

export const CreateAndUpdateAddonParams = record(
  'CreateAndUpdateAddonParams',
  'Fields of an addon template.',
  {
    amount,
    description: z
      .string()
      .max(300)
      .meta({ description: 'Description of the addon; an empty string removes it.' }),
    name,
  },
);
export type CreateAndUpdateAddonParams = z.infer<typeof CreateAndUpdateAddonParams>;
