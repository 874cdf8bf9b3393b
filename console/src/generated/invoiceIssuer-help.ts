/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"getInvoiceIssuer":{},"updateInvoiceIssuer":{"":"Issued invoices keep the issuer that they were issued with. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored.","address":"Postal address, with its lines.","bankDetails":"Bank account for payments.","country":"ISO 3166-1 alpha-2 code of the country, which determines the taxes.","emailAddress":"E-mail address of the seller on invoices.","language":"Language of invoices to buyers without a language.","name":"Legal name; the name of the organization when absent.","taxIds":"Tax numbers; 10 at most."}};
