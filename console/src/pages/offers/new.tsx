import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Failure, Loading } from '../../ui/states.tsx';
import { readOffer } from './kept.ts';
import { OfferForm } from './offer-form.tsx';

/** A new offer, or one that is there and is gone on with: the address names it. */
export function NewOfferPage() {
  const { orgId } = useParams({ from: paths.newOffer });
  const { offer } = useSearch({ strict: false }) as { offer?: string };
  const id = offer || undefined;
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.one(orgId, 'offers', id ?? ''), 'edited'],
    queryFn: ({ signal }) => readOffer(orgId, id ?? '', signal),
    enabled: id !== undefined,
    // What is being edited is not replaced by what others write meanwhile, and read anew for whoever comes again.
    staleTime: 'static',
    gcTime: 0,
  });
  if (id === undefined) return <OfferForm key="new" orgId={orgId} read={undefined} />;
  if (error) return <Failure error={error} again={() => void refetch()} />;
  return data ? <OfferForm key={id} orgId={orgId} read={data} /> : <Loading />;
}
