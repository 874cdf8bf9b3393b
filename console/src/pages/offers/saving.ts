import { useMutation } from '@tanstack/react-query';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { queries } from '../../api.ts';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import type { Json } from '../../ui/form/pointers.ts';
import { judgedOf } from './draft.ts';
import { isConfirmed } from './judgement.ts';
import { changeOffer, createOffer, type KeptOffer, keepNewDraft } from './kept.ts';

/** What is sent: an offer, and what it is a change of. */
export type Sending = {
  /** Whether it is to be an offer, or kept as what it is. */
  as: 'offer' | 'draft';
  base: KeptOffer | undefined;
  offer: Json;
  /** What was filled in, as the form has it. */
  record: Json;
  /** How often something had been typed until then. */
  edits: number;
};

type Props = {
  orgId: string;
  isDirty: boolean;
  /** Called when a draft was kept on the way to an offer. */
  onKept: (kept: KeptOffer, sending: Sending) => void;
};

type Place = { pathname: string; search: { offer?: unknown } };
/** Whether another page is gone to, or the same for another offer: a step of the same is no leaving. */
const isOther = (one: Place, other: Place): boolean =>
  one.pathname !== other.pathname || (one.search.offer || undefined) !== (other.search.offer || undefined);

/** Sends an offer, once however often it is asked for; leaving before that asks first. */
export function useSaving({ orgId, isDirty, onKept }: Props) {
  const navigate = useNavigate();
  const isSaved = useRef(false);
  const isBusy = useRef(false);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isOther(current, next) &&
      isDirty &&
      !isSaved.current &&
      !window.confirm('Leave, and lose what you have entered?'),
    enableBeforeUnload: () => isDirty && !isSaved.current,
  });
  const saving = useMutation({
    mutationFn: async (sending: Sending): Promise<KeptOffer> => {
      const { as, base, offer } = sending;
      if (!base) return as === 'offer' ? createOffer(orgId, offer) : keepNewDraft(orgId, offer);
      const kept = await changeOffer(orgId, base, offer);
      if (as === 'draft') return kept;
      onKept(kept, sending);
      return createOffer(orgId, { id: kept.offer.id });
    },
    onSuccess: async ({ offer: { id } }) => {
      isSaved.current = true;
      await queries.invalidateQueries({ queryKey: keys.all(orgId) });
      await navigate({ to: paths.offer, params: { orgId, offerId: id } });
    },
    onSettled: () => {
      isBusy.current = false;
    },
  });
  const send = async (sending: Sending) => {
    // The second click of two comes before anything was drawn anew.
    if (isBusy.current || isSaved.current) return;
    isBusy.current = true;
    const { as, base, offer } = sending;
    // Where the service cannot be asked, the creation itself fails and says so.
    const mayGoOn =
      as === 'draft' || (await isConfirmed(orgId, judgedOf(offer, base?.offer)).catch(() => true));
    if (mayGoOn) saving.mutate(sending);
    else isBusy.current = false;
  };
  return { saving, send };
}
