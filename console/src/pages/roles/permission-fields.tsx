import { always, groupsOf } from './permissions.ts';
import styles from './roles.module.css';

type Props = {
  /** All that roles can allow. */
  all: readonly string[];
  chosen: readonly string[];
  /** Why a permission cannot be given; undefined where it can. */
  lacking: (permission: string) => string | undefined;
  onChange: (chosen: readonly string[]) => void;
};

/** A box for each permission. One that the person has not itself cannot be given, and says so. */
export const PermissionFields = ({ all, chosen, lacking, onChange }: Props) => (
  <div className={styles.groups}>
    {groupsOf(all).map(({ of, permissions }) => (
      <fieldset key={of} className={styles.group}>
        <legend>{of}</legend>
        {permissions.map(({ id, words }) => {
          const isChosen = id === always || chosen.includes(id);
          const reason = id === always ? 'Every role allows this.' : lacking(id);
          const toggle = () => onChange(isChosen ? chosen.filter((other) => other !== id) : [...chosen, id]);
          return (
            <label key={id} className={`${styles.choice} ${reason ? styles.refused : ''}`} title={reason}>
              <input
                type="checkbox"
                checked={isChosen}
                // One that cannot be changed stays where the keyboard finds it.
                aria-disabled={reason !== undefined}
                onChange={reason === undefined ? toggle : () => {}}
              />
              {words}
            </label>
          );
        })}
      </fieldset>
    ))}
  </div>
);
