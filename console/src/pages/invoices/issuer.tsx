import type { InvoiceIssuer } from '@tradepost/sdk';
import { getInvoiceIssuer, updateInvoiceIssuer } from '../../generated/invoiceIssuer.ts';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/callout.tsx';
import { resourcePages } from '../../ui/resource/index.ts';

const languages: Readonly<Record<string, string>> = { en: 'English', de: 'German', fr: 'French' };
const lines = (text: string | undefined) => text && <span className="whitespace-pre-line">{text}</span>;

export const { RecordPage } = resourcePages<InvoiceIssuer>({
  noun: ['invoice issuer', 'invoice issuers'],
  path: paths.invoiceIssuer,
  record: {
    operation: getInvoiceIssuer,
    title: () => 'Invoice issuer',
    notice: ({ address, country }) =>
      (!address || !country) && (
        <Callout kind="warning" title="Invoices lack the seller’s address or country">
          <p>
            Choose Edit and enter both. The country determines the taxes. Issued invoices keep the issuer that
            they were issued with.
          </p>
        </Callout>
      ),
    facts: [
      { name: 'Legal name', cell: ({ name }) => name || 'The name of the organization' },
      { name: 'Address', cell: ({ address }) => lines(address) },
      { name: 'Country', cell: ({ country }) => country },
      { name: 'E-mail address', cell: ({ emailAddress }) => emailAddress },
      { name: 'Tax numbers', cell: ({ taxIds }) => taxIds?.join(', ') },
      { name: 'Bank account', cell: ({ bankDetails }) => lines(bankDetails) },
      { name: 'Language', cell: ({ language }) => languages[language ?? ''] ?? language },
    ],
    actions: [
      {
        operation: updateInvoiceIssuer,
        label: 'Edit',
        kind: 'primary',
        fields: ['name', 'address', 'country', 'emailAddress', 'taxIds', 'bankDetails', 'language'],
        labels: { name: 'Legal name', taxIds: 'Tax numbers', bankDetails: 'Bank account' },
        kinds: { address: 'longText', bankDetails: 'longText' },
      },
    ],
  },
});
