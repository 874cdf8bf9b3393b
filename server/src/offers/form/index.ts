/** The form in which people fill in an offer: tables of fields, of which the schema says the rest. */
export { labelOf, offerForm } from './form.ts';
export { leftOutOfForms } from './left-out.ts';
export { readForm } from './read.ts';
