import type { SignupForm } from '../entitlements/index.ts';
import { isMailAddress } from '../platform/records/fields.ts';

type FieldName = keyof SignupForm;

export type SignupField = {
  name: FieldName;
  label: string;
  /** The noun phrase of the field in an error message. */
  noun: string;
  autocomplete: string;
  type: 'text' | 'email' | 'tel' | 'lines';
  longest: number;
  isRequired?: true;
};

export const signupFields: readonly SignupField[] = [
  {
    name: 'companyName',
    label: 'Company',
    noun: 'the name of your company',
    autocomplete: 'organization',
    type: 'text',
    longest: 200,
    isRequired: true,
  },
  {
    name: 'firstName',
    label: 'First name',
    noun: 'your first name',
    autocomplete: 'given-name',
    type: 'text',
    longest: 100,
    isRequired: true,
  },
  {
    name: 'lastName',
    label: 'Last name',
    noun: 'your last name',
    autocomplete: 'family-name',
    type: 'text',
    longest: 99,
    isRequired: true,
  },
  {
    name: 'emailAddress',
    label: 'E-mail address',
    noun: 'your e-mail address',
    autocomplete: 'email',
    type: 'email',
    longest: 254,
    isRequired: true,
  },
  {
    name: 'phoneNumber',
    label: 'Telephone number',
    noun: 'your telephone number',
    autocomplete: 'tel',
    type: 'tel',
    longest: 50,
  },
  {
    name: 'notes',
    label: 'Message to the seller',
    noun: 'your message',
    autocomplete: 'off',
    type: 'lines',
    longest: 2000,
  },
];

type FieldTexts = Partial<Record<FieldName, string>>;

/** A form as sent: the values to show again, and the errors by field or the valid form. */
export type ReadForm = { values: FieldTexts; errors: FieldTexts; form: SignupForm | undefined };

/** Parses the form of the signup page. Characters that cannot be printed are removed. */
export function readSignupForm(rawBody: string): ReadForm {
  const sent = new URLSearchParams(rawBody);
  const values: FieldTexts = {};
  const errors: FieldTexts = {};
  for (const field of signupFields) {
    const value = printableOf(field, sent.get(field.name) ?? '');
    const error = errorOf(field, value);
    if (value !== '') values[field.name] = Array.from(value).slice(0, field.longest).join('');
    if (error) errors[field.name] = error;
  }
  const isValid = Object.keys(errors).length === 0;
  return { values, errors, form: isValid ? (values as SignupForm) : undefined };
}

/** Characters that override the direction of the text around them. */
const overrides = /[\u202A-\u202E\u2066-\u2069]/g;

const printableOf = ({ type }: SignupField, text: string): string =>
  (type === 'lines'
    ? text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')
    : text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  )
    .replaceAll(overrides, '')
    .trim();

function errorOf({ noun, longest, type, isRequired }: SignupField, value: string): string | undefined {
  if (value === '') return isRequired ? `Enter ${noun}.` : undefined;
  const length = Array.from(value).length;
  if (length > longest) return `Shorten ${noun} to ${longest} characters; it has ${length}.`;
  if (type === 'email' && !isMailAddress(value))
    return 'Enter an e-mail address such as ann.lee@example.com.';
  return undefined;
}
