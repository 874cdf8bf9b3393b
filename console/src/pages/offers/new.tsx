import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Failure, Loading } from '../../ui/states.tsx';
import { readOffer } from './kept.ts';
import { OfferForm } from './offer-form.tsx';

/** The form of a new offer, or of the stored offer in the URL. */
export function NewOfferPage() {
  const { orgId } = useParams({ from: paths.newOffer });
  const { offer } = useSearch({ strict: false }) as { offer?: string };
  const id = offer || undefined;
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.one(orgId, 'offers', id ?? ''), 'edited'],
    queryFn: ({ signal }) => readOffer(orgId, id ?? '', signal),
    enabled: id !== undefined,
    // Later changes do not replace edited values. A new visit reads the offer again.
    staleTime: 'static',
    gcTime: 0,
  });
  if (id === undefined) return <OfferForm key="new" orgId={orgId} read={undefined} />;
  if (error) return <Failure error={error} again={() => void refetch()} />;
  return data ? <OfferForm key={id} orgId={orgId} read={data} /> : <Loading />;
}
