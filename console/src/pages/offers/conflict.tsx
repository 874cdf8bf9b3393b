import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Button, Row } from '../../ui/controls.tsx';
import type { Step } from '../../ui/form/fields.ts';
import { placed } from '../../ui/form/findings.ts';
import { type Json, patchOf, pointersOf } from '../../ui/form/pointers.ts';
import { inWords } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import type { KeptOffer } from './kept.ts';
import styles from './offer-form.module.css';

type Props = {
  orgId: string;
  base: KeptOffer;
  theirs: KeptOffer;
  mine: Json;
  steps: readonly Step[];
  onTheirs: () => void;
  onMine: () => void;
};

/** What differs between two offers, in the words of the form. */
function differences(before: Json, after: Json, steps: readonly Step[]): string[] {
  const findings = pointersOf(patchOf(before, after)).map((pointer) => ({
    pointer,
    message: '',
    isError: false,
  }));
  return [...new Set(placed(findings, steps).flatMap(({ label }) => label ?? []))];
}

/** Says that others have changed the offer meanwhile, who and what, and lets one of the two go on. */
export function Conflict({ orgId, base, theirs, mine, steps, onTheirs, onMine }: Props) {
  const { id, status, lastUpdateTime, metaInfo } = theirs.offer;
  const who = metaInfo?.lastModifiedBy;
  const changed = differences(base.offer, theirs.offer, steps);
  const own = new Set(differences(base.offer, mine, steps));
  const isOther = status !== base.offer.status;
  return (
    <div role="alert" className={styles.alert}>
      <h2>Somebody else has changed it meanwhile</h2>
      <p>
        <bdi>{who?.email || who?.name || 'Somebody'}</bdi> did, <Time at={lastUpdateTime} />. Nothing of yours
        was sent or is lost.
      </p>
      {changed.length > 0 && (
        <ul>
          {changed.map((label) => (
            <li key={label}>
              {label}
              {own.has(label) && ', which you have changed, too'}
            </li>
          ))}
        </ul>
      )}
      {isOther && (
        <p>
          It is {inWords(status ?? '').toLowerCase()} now:{' '}
          <Link to={paths.offer} params={{ orgId, offerId: id }}>
            look at the offer
          </Link>
          .
        </p>
      )}
      <Row>
        <Button onClick={onTheirs}>Load theirs</Button>
        {!isOther && <Button onClick={onMine}>Send mine anyway</Button>}
      </Row>
      <p className={styles.quiet}>
        {isOther
          ? 'Loading theirs lets go of what you have entered.'
          : 'Sending yours changes what you have entered, and leaves the rest as they made it. Loading theirs lets go of yours.'}
      </p>
    </div>
  );
}
