import { useMutation } from '@tanstack/react-query';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { queries } from '../../api.ts';
import { keys } from '../../organization.ts';
import { paths } from '../../paths.ts';
import type { Json } from '../../ui/form/pointers.ts';
import { judgedOf } from './draft.ts';
import { isConfirmed } from './judgement.ts';
import { changeOffer, createOffer, keepNewDraft, type StoredOffer } from './kept.ts';

/** A request to send, with the offer and the stored version that it changes. */
export type SaveRequest = {
  /** Whether to create an offer or to save a draft. */
  as: 'offer' | 'draft';
  base: StoredOffer | undefined;
  offer: Json;
  /** The values of the form. */
  record: Json;
  /** The input counter at the time of the request. */
  edits: number;
};

type Props = {
  orgId: string;
  isDirty: boolean;
  /** Called after a draft was saved as the first step of a creation. */
  onKept: (kept: StoredOffer, sending: SaveRequest) => void;
};

type Place = { pathname: string; search: { offer?: unknown } };
/** Returns whether a navigation leaves the form, in contrast to a navigation between steps of the same offer. */
const isOther = (one: Place, other: Place): boolean =>
  one.pathname !== other.pathname || (one.search.offer || undefined) !== (other.search.offer || undefined);

/**
 * Sends an offer only once, however often the button is pressed. Leaving the form before sending requires a
 * confirmation.
 */
export function useSaving({ orgId, isDirty, onKept }: Props) {
  const navigate = useNavigate();
  const isSaved = useRef(false);
  const isBusy = useRef(false);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isOther(current, next) &&
      isDirty &&
      !isSaved.current &&
      !window.confirm('Leave and discard your changes?'),
    enableBeforeUnload: () => isDirty && !isSaved.current,
  });
  const saving = useMutation({
    mutationFn: async (sending: SaveRequest): Promise<StoredOffer> => {
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
  const send = async (sending: SaveRequest) => {
    // The second click of a double click may arrive before the button is rendered as busy.
    if (isBusy.current || isSaved.current) return;
    isBusy.current = true;
    const { as, base, offer } = sending;
    // If the check fails, the creation will also fail and report the reason.
    const mayGoOn =
      as === 'draft' || (await isConfirmed(orgId, judgedOf(offer, base?.offer)).catch(() => true));
    if (mayGoOn) saving.mutate(sending);
    else isBusy.current = false;
  };
  return { saving, send };
}
