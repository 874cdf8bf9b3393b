import { Checkbox } from '../../ui/inputs.tsx';
import { always, groupsOf } from './permissions.ts';

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
  <div className="grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-3">
    {groupsOf(all).map(({ of, permissions }) => (
      <fieldset
        key={of}
        className="flex min-w-0 flex-wrap content-start gap-x-4 rounded-lg border border-line px-3 pt-1 pb-2"
      >
        <legend className="px-1 text-sm font-medium">{of}</legend>
        {permissions.map(({ id, words }) => {
          const isChosen = id === always || chosen.includes(id);
          const reason = id === always ? 'Every role has this permission.' : missingPermission(id);
          const toggle = () => onChange(isChosen ? chosen.filter((other) => other !== id) : [...chosen, id]);
          return <Checkbox key={id} label={words} checked={isChosen} reason={reason} onChange={toggle} />;
        })}
      </fieldset>
    ))}
  </div>
);
