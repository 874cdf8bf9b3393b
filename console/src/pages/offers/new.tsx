import { useMutation, useQuery } from '@tanstack/react-query';
import { useBlocker, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Kept, WorkloadOffer } from '@tradepost/sdk';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { queries, tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { Button, Row, Stack } from '../../ui/controls.tsx';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { type Draft, draftOf, emptyDraft, findingsOf, offerFrom } from './draft.ts';
import { OfferFields } from './fields.tsx';

/** A new offer, or a draft that is gone on with: the address names it. */
export function NewOfferPage() {
  const { orgId } = useParams({ from: paths.newOffer });
  const { draft: draftId } = useSearch({ strict: false }) as { draft?: string };
  const { data: before, error } = useQuery({
    queryKey: keys.one(orgId, 'offers', draftId ?? ''),
    queryFn: ({ signal }) => tradepost.in(orgId).offers.get(draftId ?? '', { signal }),
    enabled: draftId !== undefined,
    // What is being edited is not replaced by what others write meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (draftId === undefined) return <OfferForm key="new" orgId={orgId} before={undefined} />;
  if (error) return <Failure error={error} />;
  return before ? <OfferForm key={draftId} orgId={orgId} before={before} /> : <Loading />;
}

type FormProps = { orgId: string; before: Kept<WorkloadOffer> | undefined };

/** What the form holds is judged by the service while it is typed, and sent as it is shown. */
function OfferForm({ orgId, before }: FormProps) {
  const { lacking } = useOrganization(orgId);
  const form = useForm<Draft>({ defaultValues: before ? draftOf(before) : emptyDraft });
  const offer = offerFrom(form.watch(), before);
  const { isDirty } = form.formState;
  const judged = useJudgement(orgId, offer, isDirty);
  const { saving, summary, send } = useSaving(orgId, offer, isDirty);
  const findings = findingsOf(judged, saving.error);
  const reason = lacking('offers:write');
  return (
    <Page title={before ? `Draft: ${before.name || before.id}` : 'New offer'}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send('offer');
        }}
      >
        <Stack>
          <section ref={summary} tabIndex={-1} aria-label="What is wrong with the offer">
            {saving.error && <Failure error={saving.error} />}
          </section>
          <OfferFields orgId={orgId} form={form} findings={findings} />
          <Row>
            <Button type="submit" kind="primary" reason={reason} disabled={saving.isPending}>
              Create the offer
            </Button>
            <Button reason={reason} disabled={saving.isPending} onClick={() => send('draft')}>
              Keep it as a draft
            </Button>
          </Row>
        </Stack>
      </form>
    </Page>
  );
}

/** What the service says of an offer, a moment after it was typed. */
function useJudgement(orgId: string, offer: WorkloadOffer, isDirty: boolean) {
  const { data } = useQuery({
    queryKey: keys.one(orgId, 'offer draft', JSON.stringify(offer)),
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return tradepost.in(orgId).offers.validate(offer, { signal });
    },
    enabled: isDirty,
    placeholderData: (earlier) => earlier,
  });
  return data;
}

/** Keeps an offer, once however often it is asked for; leaving before that asks first. */
function useSaving(orgId: string, offer: WorkloadOffer, isDirty: boolean) {
  const api = tradepost.in(orgId).offers;
  const navigate = useNavigate();
  const summary = useRef<HTMLElement>(null);
  const isSaved = useRef(false);
  const isBusy = useRef(false);
  useBlocker({
    shouldBlockFn: () =>
      isDirty && !isSaved.current && !window.confirm('Leave, and lose what you have entered?'),
    enableBeforeUnload: () => isDirty && !isSaved.current,
  });
  const saving = useMutation({
    mutationFn: (as: 'draft' | 'offer'): Promise<Kept<WorkloadOffer>> =>
      as === 'draft' ? api.createOrUpdateDraft(offer) : api.create(offer),
    onSuccess: async ({ id }) => {
      isSaved.current = true;
      await queries.invalidateQueries({ queryKey: keys.all(orgId) });
      await navigate({ to: paths.offer, params: { orgId, offerId: id } });
    },
    onSettled: () => {
      isBusy.current = false;
    },
  });
  useEffect(() => {
    if (saving.error) summary.current?.focus();
  }, [saving.error]);
  const send = (as: 'draft' | 'offer') => {
    // The second click of two comes before anything was drawn anew.
    if (isBusy.current || isSaved.current) return;
    isBusy.current = true;
    saving.mutate(as);
  };
  return { saving, summary, send };
}
