import { Button } from '../controls.tsx';
import { namesOf, useFocusOn, useValue } from './context.ts';
import { type Field, pointerInRow } from './fields.ts';
import { Fields } from './form.tsx';
import { Group } from './shell.tsx';

/** A nested record, with its fields in a group. */
export const NestedRecord = ({ field, at }: { field: Field; at: string }) => (
  <Group field={field} at={at} notesFirst>
    <Fields
      fields={field.rows}
      pointerOf={({ pointer }) => `${at}${pointer.slice(field.pointer.length)}`}
      isDense
    />
  </Group>
);

/** A list of records, with the fields of each row and buttons to add and remove rows. */
export function Rows({ field, at }: { field: Field; at: string }) {
  const focus = useFocusOn();
  const { value, set } = useValue(at);
  const { id } = namesOf(at);
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  const first = field.rows[0];
  const add = () => {
    set([...rows, {}]);
    if (first) focus(pointerInRow(field, at, rows.length, first));
  };
  const remove = (index: number) => {
    const next = rows.filter((_, other) => other !== index);
    set(next.length === 0 ? undefined : next);
    focus(at);
  };
  return (
    <Group field={field} at={at} notesFirst>
      {rows.map((_, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name but its place
          key={index}
          className="relative grid min-w-0 gap-1 rounded-lg border border-line bg-raised/50 px-4 pt-3 pb-4"
        >
          <legend className="float-left text-sm text-quiet">
            {index + 1} of {rows.length}
          </legend>
          <Fields fields={field.rows} pointerOf={(inner) => pointerInRow(field, at, index, inner)} isDense />
          <Button className="justify-self-start" onClick={() => remove(index)}>
            Remove
            <span className="sr-only">
              {' '}
              {field.label} {index + 1}
            </span>
          </Button>
        </fieldset>
      ))}
      <div>
        <Button id={id} onClick={add}>
          Add one<span className="sr-only"> to {field.label}</span>
        </Button>
      </div>
    </Group>
  );
}
