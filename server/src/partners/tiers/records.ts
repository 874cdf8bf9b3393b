import { z } from 'zod';
import { byDefault, idText, nameText, record, time } from '../../platform/records/fields.ts';
import { share } from '../fields.ts';

/** The days for which an approved deal registration protects its customer, unless its tier says otherwise. */
export const usualProtectionDays = 90;

const given = {
  name: nameText('Name; required.'),
  protectionDays: byDefault(
    z
      .int()
      .min(1)
      .max(3650)
      .meta({ description: 'Days for which an approved deal registration protects its customer.' }),
    usualProtectionDays,
  ),
  rank: z
    .int()
    .min(1)
    .max(1_000_000)
    .meta({ description: 'Its place: 1 is the first. No two have the same; required.' }),
  share: share('What a channel partner has of what it sells, unless an agreement says otherwise; required.'),
};

export const ChannelPartnerTier = record('ChannelPartnerTier', 'A rank of channel partners.', {
  creationTime: time('When it was created.'),
  id: idText('Identifier.'),
  lastUpdateTime: time('When it last changed.'),
  organizationID: idText('Organization.'),
  ...given,
});
export type ChannelPartnerTier = z.infer<typeof ChannelPartnerTier>;
