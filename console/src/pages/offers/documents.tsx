import { useQuery } from '@tanstack/react-query';
import { TradepostError, type WithId, type WorkloadOffer } from '@tradepost/sdk';
import { tradepost } from '../../api.ts';
import { keys } from '../../organization.ts';
import { Card } from '../../ui/card.tsx';
import { CopyLink } from '../../ui/copy-link.tsx';
import { SafeLink } from '../../ui/safe-link.tsx';
import { Failure } from '../../ui/states.tsx';
import { Agreement } from './agreement.tsx';
import { linkRefetchOptions } from './renewed.ts';

type Props = { orgId: string; offer: WithId<WorkloadOffer> };

/** The documents of an offer that can be opened, including documents of its license agreement. */
export function Documents({ orgId, offer }: Props) {
  const { privateOfferUrl, eulaType } = offer.info ?? {};
  const isPublic = offer.offerType === 'DEFAULT' || offer.offerType === 'FREE_TRIAL';
  return (
    <>
      <Card title="Documents and pages">
        <ul className="grid gap-2">
          {!isPublic && <Pdf orgId={orgId} offerId={offer.id} />}
          {eulaType === 'CUSTOM' && <Whole orgId={orgId} offer={offer} />}
          {privateOfferUrl && (
            <li className="flex flex-wrap items-center gap-x-1.5">
              Acceptance page of the buyer: <CopyLink to={privateOfferUrl}>Open the page</CopyLink>
            </li>
          )}
          {isPublic && !privateOfferUrl && <li>Public offers have no document.</li>}
        </ul>
      </Card>
      <Agreement orgId={orgId} offer={offer} />
    </>
  );
}

/** The offer as a PDF for its buyer, created on request. */
function Pdf({ orgId, offerId }: { orgId: string; offerId: string }) {
  const { data, error } = useQuery({
    queryKey: keys.one(orgId, 'offer as PDF', offerId),
    queryFn: ({ signal }) => tradepost.in(orgId).offers.getPdf(offerId, { signal }),
    ...linkRefetchOptions,
  });
  return (
    <li>
      The offer for the buyer:{' '}
      {data ? <SafeLink to={data}>Open the PDF</SafeLink> : error ? <Failure error={error} /> : '…'}
    </li>
  );
}

/** The agreement as one document, available after its documents have been merged. */
function Whole({ orgId, offer: { id, info } }: Props) {
  const { data, error } = useQuery({
    queryKey: [...keys.one(orgId, 'offers', id), 'agreement', info?.eulaUrl],
    queryFn: ({ signal }) => tradepost.in(orgId).offers.getEula(id, {}, { signal }),
    ...linkRefetchOptions,
  });
  const isToCome = error instanceof TradepostError && error.code === 'offer_eula_unavailable';
  return (
    <li>
      The license agreement:{' '}
      {data ? (
        <SafeLink to={data}>Open the agreement</SafeLink>
      ) : isToCome ? (
        'documents not merged yet'
      ) : error ? (
        <Failure error={error} />
      ) : (
        '…'
      )}
    </li>
  );
}
