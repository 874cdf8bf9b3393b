import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/callout.tsx';
import { Button, Row } from '../../ui/controls.tsx';
import type { Step } from '../../ui/form/fields.ts';
import { placeFindings } from '../../ui/form/findings.ts';
import { type Json, patchOf, pointersOf } from '../../ui/form/pointers.ts';
import { Time } from '../../ui/time.tsx';
import { inWords } from '../../ui/words.ts';
import type { StoredOffer } from './kept.ts';

type Props = {
  orgId: string;
  base: StoredOffer;
  theirs: StoredOffer;
  mine: Json;
  steps: readonly Step[];
  onTheirs: () => void;
  onMine: () => void;
};

/** Returns the differences between two offers, with the labels of the form. */
function differences(before: Json, after: Json, steps: readonly Step[]): string[] {
  const findings = pointersOf(patchOf(before, after)).map((pointer) => ({
    pointer,
    message: '',
    isError: false,
  }));
  return [...new Set(placeFindings(findings, steps).flatMap(({ label }) => label ?? []))];
}

/**
 * Reports a conflicting change to the offer, with its author and the differences, and offers a choice between the
 * versions.
 */
export function Conflict({ orgId, base, theirs, mine, steps, onTheirs, onMine }: Props) {
  const { id, status, lastUpdateTime, metaInfo } = theirs.offer;
  const who = metaInfo?.lastModifiedBy;
  const changed = differences(base.offer, theirs.offer, steps);
  const own = new Set(differences(base.offer, mine, steps));
  const isOther = status !== base.offer.status;
  return (
    <Callout kind="error" role="alert" title="Another member has changed this record">
      <p>
        <bdi>{who?.email || who?.name || 'Another member'}</bdi> did, <Time at={lastUpdateTime} />. Your
        changes were not sent, and are still here.
      </p>
      {changed.length > 0 && (
        <ul className="list-disc pl-5">
          {changed.map((label) => (
            <li key={label}>
              {label}
              {own.has(label) && ', which you changed too'}
            </li>
          ))}
        </ul>
      )}
      {isOther && (
        <p>
          It is {inWords(status ?? '').toLowerCase()} now:{' '}
          <Link to={paths.offer} params={{ orgId, offerId: id }}>
            view the offer
          </Link>
          .
        </p>
      )}
      <Row>
        <Button onClick={onTheirs}>Load their version</Button>
        {!isOther && <Button onClick={onMine}>Overwrite with mine</Button>}
      </Row>
      <p className="text-quiet">
        {isOther
          ? 'Loading their version discards your changes.'
          : 'Overwriting applies your changes and keeps the rest of theirs. Loading their version discards yours.'}
      </p>
    </Callout>
  );
}
