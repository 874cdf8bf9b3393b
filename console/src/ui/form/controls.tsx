import { inUtc } from '../time.tsx';
import { namesOf, useFilling, useTyped, useValue } from './context.ts';
import type { Field } from './fields.ts';
import { valueAt } from './pointers.ts';
import { fieldLook, Group, lineLook, Notes, Shell, useControl } from './shell.tsx';
import { isInLines, typingOf } from './typing.ts';

type Props = { field: Field; at: string };

const htmlTypes: Readonly<Record<string, string>> = {
  time: 'datetime-local',
  day: 'date',
  mail: 'email',
  secret: 'password',
};
const inputModes: Readonly<Record<string, 'decimal' | 'numeric'>> = {
  number: 'decimal',
  money: 'decimal',
  percent: 'decimal',
  whole: 'numeric',
};

/** A single-line input for a text, number, amount or time, with suggestions. */
export function Line({ field, at }: Props) {
  const { unit: unitId, id } = namesOf(at);
  const unit = useUnit(field, at);
  const control = useControl(field, at, unit && unitId);
  const typed = useTyped(at, typingOf(field.kind));
  const proposals = field.options.length > 0 ? `${id}:proposals` : undefined;
  return (
    <Shell field={field} at={at}>
      <div className={lineLook}>
        <input
          {...control}
          {...typed}
          type={htmlTypes[field.kind] ?? 'text'}
          inputMode={inputModes[field.kind]}
          list={proposals}
          autoComplete={field.kind === 'secret' ? 'new-password' : 'off'}
        />
        {unit && (
          <span id={unitId} className="text-sm text-quiet">
            {unit}
          </span>
        )}
      </div>
      {proposals && (
        <datalist id={proposals}>
          {field.options.map(({ value, label }) => (
            <option key={value} value={value} label={label} />
          ))}
        </datalist>
      )}
    </Shell>
  );
}

/** Returns the text after an input: a unit, the currency of an amount, or a time in UTC. */
function useUnit({ kind, unit }: Field, at: string): string | undefined {
  const { value } = useValue(at);
  const currency = useFilling(({ record }) =>
    kind === 'money' ? valueAt(record, '/info/currency') : undefined,
  );
  if (kind === 'money') return String(currency ?? '') || undefined;
  if (kind === 'percent') return '%';
  if (kind === 'time') return inUtc(value);
  return unit;
}

/** A multi-line input for a long text, one value per line, or JSON. */
export function Area({ field, at }: Props) {
  const control = useControl(field, at);
  const typed = useTyped(at, typingOf(field.kind));
  const isCode = ['json', 'group', 'list'].includes(field.kind);
  const mark = isCode ? 'JSON' : isInLines(field.kind) ? 'one on each line' : undefined;
  const rows = Math.min(20, Math.max(2, typed.value.split('\n').length));
  return (
    <Shell field={field} at={at} mark={mark}>
      <textarea
        {...control}
        {...typed}
        rows={rows}
        spellCheck={field.kind === 'longText'}
        className={isCode ? 'font-mono text-xs' : undefined}
      />
    </Shell>
  );
}

export function Choice({ field, at }: Props) {
  const control = useControl(field, at);
  const { value, set } = useValue(at);
  const current = String(value ?? '');
  const known = field.options.some((option) => option.value === current);
  return (
    <Shell field={field} at={at}>
      <select {...control} value={current} onChange={({ target }) => set(target.value || undefined)}>
        <option value="">{field.isRequired ? 'Choose …' : 'Not set'}</option>
        {current !== '' && !known && <option>{current}</option>}
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Shell>
  );
}

/** A selection of several known values. Existing unknown values are kept. */
export function Choices({ field, at }: Props) {
  const { value, set } = useValue(at);
  const { id } = namesOf(at);
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const known = field.options.map((option) => option.value);
  const others = chosen.map(String).filter((one) => !known.includes(one));
  const choose = (one: string, isChosen: boolean) => {
    const next = isChosen ? [...chosen, one] : chosen.filter((other) => other !== one);
    set(next.length === 0 ? undefined : next);
  };
  return (
    <Group field={field} at={at}>
      <div className="flex flex-wrap gap-x-5">
        {[...known, ...others].map((one, index) => (
          <label key={one} className="flex min-h-8.5 items-center gap-2">
            <input
              type="checkbox"
              id={index === 0 ? id : undefined}
              checked={chosen.includes(one)}
              onChange={({ target }) => choose(one, target.checked)}
            />
            {field.options.find((option) => option.value === one)?.label ?? one}
          </label>
        ))}
      </div>
    </Group>
  );
}

/** A file to upload. */
export function FileInput({ field, at }: Props) {
  const control = useControl(field, at);
  const { set } = useValue(at);
  return (
    <Shell field={field} at={at}>
      <input {...control} type="file" onChange={({ target }) => set(target.files?.[0])} />
    </Shell>
  );
}

export function Flag({ field, at }: Props) {
  const control = useControl(field, at);
  const { value, set } = useValue(at);
  return (
    <div className={fieldLook}>
      <div className="flex min-h-8.5 items-center gap-2">
        <input
          {...control}
          type="checkbox"
          checked={value === true}
          onChange={({ target }) => set(target.checked)}
        />
        <label htmlFor={control.id}>{field.label}</label>
      </div>
      <Notes field={field} at={at} />
    </div>
  );
}
