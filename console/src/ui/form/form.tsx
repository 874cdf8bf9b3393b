import { memo, useState } from 'react';
import { useFilling } from './context.ts';
import { Area, Choice, Choices, FileInput, Flag, Line } from './controls.tsx';
import type { Field } from './fields.ts';
import { Interval } from './interval.tsx';
import { namesRecords, Pick, Picks } from './picks.tsx';
import { valueAt } from './pointers.ts';
import { NestedRecord, Rows } from './rows.tsx';
import { isInLines } from './typing.ts';

/** Fields side by side. Long texts and groups are as wide as the row, a name or an interval is twice as wide. */
const denseLook =
  'grid items-start sm:grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-x-4 gap-y-2 [&>div:has(textarea)]:col-span-full [&>fieldset]:col-span-full sm:[&>div:has([id$="/name"],[id$="Unit"])]:col-span-2';

type FieldsProps = {
  fields: readonly Field[];
  /** Returns the pointer of a field in this row or form. */
  pointerOf: (field: Field) => string;
  /** Whether the fields are side by side, as in a row. */
  isDense?: boolean;
};

/** The fields in order. Rarely needed fields are in a collapsible section. */
export function Fields({ fields, pointerOf, isDense }: FieldsProps) {
  const usual = fields.filter(({ isAdvanced }) => !isAdvanced);
  const others = fields.filter(({ isAdvanced }) => isAdvanced);
  const shown = (field: Field) => <AnyField key={field.pointer} field={field} at={pointerOf(field)} />;
  const className = isDense ? denseLook : 'grid max-w-xl items-start gap-x-4 gap-y-2';
  return (
    <>
      <div className={className}>{usual.map(shown)}</div>
      {others.length > 0 && (
        <Advanced pointers={others.map(pointerOf)}>
          <div className={className}>{others.map(shown)}</div>
        </Advanced>
      )}
    </>
  );
}

/** The section is open from the start if one of its fields has a value, so that no hidden value is sent. */
function Advanced({ pointers, children }: { pointers: readonly string[]; children: React.ReactNode }) {
  const filled = useFilling(
    ({ record }) => pointers.filter((at) => valueAt(record, at) !== undefined).length,
  );
  const [isOpen, setIsOpen] = useState(filled > 0);
  return (
    <details className="py-1" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="py-1 font-medium">
        Advanced{' '}
        <span className="font-normal text-quiet">
          {filled > 0
            ? `${filled} of ${pointers.length} filled in`
            : `${pointers.length} optional ${pointers.length === 1 ? 'field' : 'fields'}`}
        </span>
      </summary>
      {children}
    </details>
  );
}

const inAreas: readonly string[] = ['longText', 'json', 'group'];

/**
 * A field by its kind; the default is a text input. The field is rendered when its own value changes, independently of
 * the form.
 */
const AnyField = memo(function AnyField({ field, at }: { field: Field; at: string }) {
  const { kind } = field;
  if (kind === 'list')
    return field.rows.length > 0 ? <Rows field={field} at={at} /> : <Area field={field} at={at} />;
  if (kind === 'record') return <NestedRecord field={field} at={at} />;
  if (kind === 'interval') return <Interval field={field} at={at} />;
  if (kind === 'file') return <FileInput field={field} at={at} />;
  if (kind === 'flag') return <Flag field={field} at={at} />;
  if (kind === 'choice') return <Choice field={field} at={at} />;
  if (kind === 'choices') return <Choices field={field} at={at} />;
  if (['buyers', 'contacts', 'products', 'portalProducts'].includes(kind))
    return <Picks field={field} at={at} />;
  if (namesRecords(kind)) return <Pick field={field} at={at} />;
  if (inAreas.includes(kind) || isInLines(kind)) return <Area field={field} at={at} />;
  return <Line field={field} at={at} />;
});
