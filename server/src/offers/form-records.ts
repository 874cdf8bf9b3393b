import type { z } from 'zod';
import { codeText, flag, list, nullable, record, text } from '../platform/records/fields.ts';

const OfferFormOption = record('OfferFormOption', 'A value that may be chosen.', {
  value: text('The value.'),
  label: text('What people read.'),
});

export const OfferFormField = record('OfferFormField', 'A field of the form of an offer.', {
  pointer: text('JSON pointer into the body of createOffer; `*` stands for each item of a list.'),
  label: text('What it is called.'),
  help: text('What is to be known of it.'),
  kind: codeText('How its value is given, such as text, money, time, choice, list, group or json.'),
  required: flag('Whether the offer is refused without it.'),
  options: list(
    OfferFormOption,
    'Values that there are, or are known; others may be possible where the kind is no choice.',
  ),
  unit: nullable(codeText('Unit of a number; null where it has none.')),
  advanced: flag('Whether few need it.'),
});
export type OfferFormField = z.infer<typeof OfferFormField>;

export const OfferFormStep = record('OfferFormStep', 'A step of the form of an offer.', {
  name: codeText('Name of the step.'),
  label: text('What it is called.'),
  help: text('What it is about.'),
  fields: list(OfferFormField, 'The fields, in their order.'),
});
export type OfferFormStep = z.infer<typeof OfferFormStep>;
