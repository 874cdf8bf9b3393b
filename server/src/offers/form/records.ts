import type { z } from 'zod';
import { codeText, flag, list, nullable, record, text } from '../../platform/records/fields.ts';

const OfferFormOption = record('OfferFormOption', 'An option of a field.', {
  value: text('The value.'),
  label: text('Label of the option.'),
});

export const OfferFormField = record('OfferFormField', 'A field of the form of an offer.', {
  pointer: text('JSON pointer into the body of createOffer; `*` stands for each item of a list.'),
  label: text('Label.'),
  help: text('Help text.'),
  kind: codeText('Kind of input, such as text, money, time, choice, list, group or json.'),
  required: flag('Whether the field is required.'),
  options: list(
    OfferFormOption,
    'Options of a choice. For other kinds of input, known values; further values are allowed.',
  ),
  unit: nullable(codeText('Unit of a number; null if the number has no unit.')),
  advanced: flag('Whether the field is rarely needed.'),
});

export type OfferFormField = z.infer<typeof OfferFormField>;

export const OfferFormStep = record('OfferFormStep', 'A step of the form of an offer.', {
  name: codeText('Name of the step.'),
  label: text('Label.'),
  help: text('Help text of the step.'),
  fields: list(OfferFormField, 'The fields, in display order.'),
});

export type OfferFormStep = z.infer<typeof OfferFormStep>;
