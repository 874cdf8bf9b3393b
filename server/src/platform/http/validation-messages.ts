import type { z } from 'zod';

const types: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
};

const counted: Readonly<Record<string, string>> = {
  array: 'elements',
  set: 'elements',
  string: 'characters',
};

const shown = (values: readonly unknown[]): string => values.map((value) => `"${String(value)}"`).join(', ');

function limit(origin: string, bound: number | bigint, exact: string, unequal: string, inclusive: boolean) {
  const unit = counted[origin];
  if (unit) return `must have ${exact} ${bound} ${unit}`;
  return `must be ${inclusive ? `${exact} ` : `${unequal} `}${bound}`;
}

/** Says what is wrong with a value, in the words of the API and not in those of the library that found it. */
export function messageOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${types[issue.expected] ?? `of the type ${issue.expected}`}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${shown(issue.values)}`
        : `must be one of ${shown(issue.values)}`;
    case 'too_small':
      return limit(issue.origin, issue.minimum, 'at least', 'more than', issue.inclusive !== false);
    case 'too_big':
      return limit(issue.origin, issue.maximum, 'at most', 'less than', issue.inclusive !== false);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return issue.pattern ? `must match ${issue.pattern}` : `must be of the format ${issue.format}`;
    case 'unrecognized_keys':
      return `has fields that are not known: ${shown(issue.keys)}`;
    case 'invalid_union':
      return 'has none of the forms that are allowed';
    default:
      return 'is not valid';
  }
}
