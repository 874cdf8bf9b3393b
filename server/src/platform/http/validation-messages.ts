import type { z } from 'zod';

const types: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  int: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
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

/** Creates the API's message for a validation error of the schema library. */
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
      return `has unknown fields: ${shown(issue.keys)}`;
    case 'invalid_union':
      return 'does not have any of the allowed forms';
    default:
      return 'is invalid';
  }
}
