import type { BillingInvoice, BillingInvoiceParty } from '@tradepost/sdk';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/page.tsx';

const Party = ({ title, of }: { title: string; of: BillingInvoiceParty | undefined }) => (
  <Card title={title}>
    {of ? (
      <Facts
        of={[
          ['Name', of.name],
          ['Address', of.address && <span className="whitespace-pre-line">{of.address}</span>],
          ['Country', of.country],
          ['E-mail address', of.emailAddress],
          ['Tax numbers', of.taxIds?.join(', ')],
          ['Bank account', of.bankDetails && <span className="whitespace-pre-line">{of.bankDetails}</span>],
        ]}
      />
    ) : (
      <p className="text-quiet">The {title.toLowerCase()} is recorded when the invoice is issued.</p>
    )}
  </Card>
);

/** The issuer and the buyer as they are on the issued invoice. */
export const Parties = ({ record: { info } }: { record: BillingInvoice }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
    <Party title="Issuer" of={info?.issuer} />
    <Party title="Buyer" of={info?.buyer} />
  </div>
);
