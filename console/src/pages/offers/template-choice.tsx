import { useState } from 'react';
import { Field } from '../../ui/controls.tsx';
import { useFilling } from '../../ui/form/context.ts';
import { valueAt } from '../../ui/form/pointers.ts';
import { Select } from '../../ui/inputs.tsx';
import { templatesFor, valuesOf } from './templates.ts';

/** The templates of the sales channel, at the beginning of a new offer. A choice fills in terms and units. */
export function TemplateChoice() {
  const { record, set } = useFilling((filling) => filling);
  const [name, setName] = useState('');
  const templates = templatesFor(record);
  if (templates.length === 0) return null;
  const chosen = templates.find((template) => template.name === name);
  const choose = (next: string) => {
    setName(next);
    const template = templates.find((one) => one.name === next);
    if (!template) return;
    for (const [pointer, value] of valuesOf(template, record.partner))
      if (value !== undefined || valueAt(record, pointer) !== undefined) set(pointer, value);
  };
  return (
    <div className="max-w-xl">
      <Field
        label="Start from a template"
        help={chosen?.help ?? 'Fills in the term and the commits. You can change all values.'}
      >
        <Select
          value={chosen?.name ?? ''}
          onChange={choose}
          none="No template"
          options={templates.map((template) => ({ value: template.name, label: template.name }))}
        />
      </Field>
    </div>
  );
}
