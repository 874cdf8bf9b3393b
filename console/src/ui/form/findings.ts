import { withNames } from '../names-in-text.ts';
import { type Field, idOf, type Step } from './fields.ts';
import { isInLines } from './typing.ts';

/** An error or a warning about a record. */
export type Finding = {
  pointer: string;
  message: string;
  isError: boolean;
  /** Whether the user must confirm the finding before the record is sent. */
  isQuestion?: boolean;
};

/** A finding with its position in a form. A finding without a field has no step and no control. */
export type FieldFinding = Finding & {
  step?: Step;
  /** The pointer of the control. */
  at?: string;
  /** The label of the control, with its list and row. */
  label?: string;
};

type FieldLocation = { step: Step; path: readonly Field[] };

function fieldLocations(steps: readonly Step[]): Map<string, FieldLocation> {
  const known = new Map<string, FieldLocation>();
  const add = (step: Step, path: readonly Field[], field: Field): void => {
    known.set(field.pointer, { step, path: [...path, field] });
    for (const row of field.rows) add(step, [...path, field], row);
  };
  for (const step of steps) for (const field of step.fields) add(step, [], field);
  return known;
}

const parentPointers = (pointer: string): string[] => {
  const parts = pointer.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/')).filter((one) => one !== '');
};

/**
 * Finds the field of each finding: its own field, otherwise the nearest field above it, otherwise the first
 * field of its record.
 */
export function placeFindings(findings: readonly Finding[], steps: readonly Step[]): FieldFinding[] {
  const known = fieldLocations(steps);
  return findings.map((finding) => {
    const { pointer } = finding;
    const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
    const own = parentPointers(place).find((one) => known.has(one));
    const found = own ?? [...known.keys()].find((one) => place !== '' && one.startsWith(`${place}/`));
    const said = withNames(finding.message);
    if (found === undefined) return { ...finding, message: said };
    const { step, path } = known.get(found) as FieldLocation;
    const at = fillRowNumbers(found, pointer);
    const message = own ? `${pathWithin(path.at(-1), pointer.slice(at.length))}${said}` : said;
    return { ...finding, message, step, at, label: labelOf(path, at) };
  });
}

/** Replaces the asterisks in a description's pointer with the row numbers in another pointer. */
const fillRowNumbers = (described: string, pointer: string): string => {
  const parts = pointer.split('/');
  return described
    .split('/')
    .map((part, index) => (part === '*' ? (parts[index] ?? '0') : part))
    .join('/');
};

/** Returns the path within the value of a field. */
function pathWithin(field: Field | undefined, rest: string): string {
  const line = /^\/(\d+)$/.exec(rest)?.[1];
  if (line !== undefined && field && isInLines(field.kind)) return `Line ${Number(line) + 1}: `;
  if (line !== undefined) return `${Number(line) + 1}: `;
  return rest === '' ? '' : `${rest}: `;
}

const labelOf = (path: readonly Field[], at: string): string =>
  path
    .map(({ label, pointer, kind }, index) => {
      const number = at.split('/')[pointer.split('/').length];
      return kind === 'list' && index < path.length - 1 ? `${label} ${Number(number) + 1}` : label;
    })
    .join(' · ');

/**
 * Moves the focus to a pointer's control, and opens the section that hides the control.
 * @returns whether the control is on the page
 */
export function focusOn(at: string): boolean {
  const control = document.getElementById(idOf(at));
  if (!control) return false;
  for (
    let around = control.closest('details');
    around;
    around = around.parentElement?.closest('details') ?? null
  )
    around.open = true;
  control.focus();
  return true;
}
