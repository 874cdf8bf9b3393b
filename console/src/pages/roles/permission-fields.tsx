import { always, groupsOf } from './permissions.ts';
import styles from './roles.module.css';

type Props = {
  /** All permissions that roles can have. */
  all: readonly string[];
  chosen: readonly string[];
  /** The reason why a permission cannot be granted; undefined if the permission can be granted. */
  missingPermission: (permission: string) => string | undefined;
  onChange: (chosen: readonly string[]) => void;
};

/** A checkbox for each permission. Permissions that the user lacks cannot be granted, and have a reason. */
export const PermissionFields = ({ all, chosen, missingPermission, onChange }: Props) => (
  <div className={styles.groups}>
    {groupsOf(all).map(({ of, permissions }) => (
      <fieldset key={of} className={styles.group}>
        <legend>{of}</legend>
        {permissions.map(({ id, words }) => {
          const isChosen = id === always || chosen.includes(id);
          const reason = id === always ? 'Every role has this permission.' : missingPermission(id);
          const toggle = () => onChange(isChosen ? chosen.filter((other) => other !== id) : [...chosen, id]);
          return (
            <label key={id} className={`${styles.choice} ${reason ? styles.refused : ''}`} title={reason}>
              <input
                type="checkbox"
                checked={isChosen}
                // A permission that cannot be changed remains accessible by keyboard.
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
