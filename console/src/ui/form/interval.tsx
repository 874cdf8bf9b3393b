import { useTyped, useValue } from './context.ts';
import type { Field } from './fields.ts';
import { lineLook, Notes, Shell, useControl } from './shell.tsx';
import { typingOf } from './typing.ts';

const whole = typingOf('whole');
/** The length 0 means the same as no length. */
const typing = { ...whole, show: (value: unknown) => (value === 0 ? '' : whole.show(value)) };

/**
 * A length with its unit, such as “every 1 year”. Neither stays without the other: a length gets a unit, a unit the
 * length 1, and an emptied length loses its unit when the input loses the focus.
 */
export function Interval({ field, at }: { field: Field; at: string }) {
  const unit = field.rows[0] as Field;
  const unitAt = at.replace(/\w+$/, unit.pointer.split('/').at(-1) ?? '');
  const [control, unitControl] = [useControl(field, at), useControl(unit, unitAt)];
  const length = useValue(at);
  const chosen = useValue(unitAt);
  const typed = useTyped(at, typing);
  const isRecurring = /\/commits\/\d+\/length$/.test(at);
  const usual = unit.options.at(isRecurring ? -1 : 0)?.value;
  return (
    <Shell field={field} at={at}>
      <div className={lineLook}>
        {isRecurring && <span>every</span>}
        <input
          {...control}
          {...typed}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => {
            typed.onChange(event);
            if (event.target.value.trim() !== '' && !chosen.value) chosen.set(usual);
          }}
          onBlur={() => typed.value.trim() === '' && chosen.value !== undefined && chosen.set(undefined)}
        />
        <select
          {...unitControl}
          aria-label={unit.label}
          value={typed.value === '' && !length.value ? '' : String(chosen.value ?? '')}
          onChange={({ target }) => {
            chosen.set(target.value || undefined);
            if (!target.value) length.set(undefined);
            else if (!length.value) length.set(1);
          }}
        >
          <option value="">Not set</option>
          {unit.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {`${label.toLowerCase()}${length.value === 1 ? '' : 's'}`}
            </option>
          ))}
        </select>
      </div>
      {chosen.problems.length > 0 && <Notes field={{ ...unit, help: '' }} at={unitAt} />}
    </Shell>
  );
}
