import { useQuery } from '@tanstack/react-query';
import type { BillingInvoice, WithId } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { SafeLink } from '../../ui/safe-link.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { mailText } from './mail-text.ts';

type Props = { orgId: string; record: WithId<BillingInvoice> };

/** The text of the mail with which the buyer receives an invoice. The page for the buyer has the same look. */
export function MailPreview({ orgId, record: { id, info, status } }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.list(orgId, 'invoices', { previewOf: id }),
    queryFn: ({ signal }) => tradepost.in(orgId).invoices.previewEmail(id, { signal }),
  });
  return (
    <Card
      title="Mail to the contacts"
      help={
        status === 'DRAFT'
          ? 'The contacts receive this mail when the invoice is issued.'
          : 'The contacts received this mail when the invoice was issued, with the content of that time.'
      }
      actions={info?.spaUrl && <SafeLink to={info.spaUrl}>Open with its look</SafeLink>}
    >
      {error && <Failure error={error} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <div className="grid gap-1 rounded-md bg-raised p-4">
          {mailText(data).map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal
            <p key={at} className="wrap-anywhere whitespace-pre-wrap">
              {line}
            </p>
          ))}
        </div>
      )}
    </Card>
  );
}
