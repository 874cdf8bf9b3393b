import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { anyFilter, columns, print } from './filter.fixture.ts';
import type { Filter } from './filter.ts';
import { parseFilter } from './parse.ts';

const parse = (text: string) => parseFilter(text, columns);
const compare = (column: string, comparison: string, value: unknown) =>
  ({ form: 'compare', comparison, column, value }) as Filter;

/** Returns the error message for a text that cannot be parsed. */
function findingOf(text: string): string {
  try {
    parse(text);
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    const { definition, findings } = error as AppError;
    expect([definition.status, findings.length, findings[0]?.pointer]).toEqual([400, 1, 'q']);
    return (findings[0] as { message: string }).message;
  }
  throw new Error(`was parsed: ${text}`);
}

describe('values', () => {
  test.each<[text: string, filter: Filter]>([
    [`(= event_type 'CREATE.OFFER')`, compare('event_type', '=', 'CREATE.OFFER')],
    [`(= event_type "CREATE.OFFER")`, compare('event_type', '=', 'CREATE.OFFER')],
    ['(= event_type CREATE.OFFER)', compare('event_type', '=', 'CREATE.OFFER')],
    [
      '(= event_type ofr_01m7z53qwrf3raysksbfq2fp2q)',
      compare('event_type', '=', 'ofr_01m7z53qwrf3raysksbfq2fp2q'),
    ],
    ['(= event_type true)', compare('event_type', '=', 'true')],
    ['(= event_type 12)', compare('event_type', '=', '12')],
    [`(= event_type '')`, compare('event_type', '=', '')],
    [`(= event_type 'it''s')`, compare('event_type', '=', `it's`)],
    [`(= event_type 'it\\'s')`, compare('event_type', '=', `it's`)],
    [`(= event_type "say ""so""")`, compare('event_type', '=', 'say "so"')],
    [`(= event_type 'a\\\\b')`, compare('event_type', '=', 'a\\b')],
    [`(= event_type 'a\\nb')`, compare('event_type', '=', 'a\\nb')],
    [`(= event_type '(or ")')`, compare('event_type', '=', '(or ")')],
    ['(= event_type null)', compare('event_type', '=', null)],
    [`(= event_type 'null')`, compare('event_type', '=', 'null')],
    ['(!= sealed null)', compare('sealed', '!=', null)],
    ['(= sealed true)', compare('sealed', '=', true)],
    [`(!= sealed 'false')`, compare('sealed', '!=', false)],
    ['(= amount 1.50)', compare('amount', '=', '1.50')],
    [`(< amount '-12e3')`, compare('amount', '<', '-12e3')],
    ['(>= creation_time 2027-01-31)', compare('creation_time', '>=', '2027-01-31T00:00:00.000Z')],
    [
      `(<= creation_time '2027-01-31T10:00:00.123456+23:59')`,
      compare('creation_time', '<=', '2027-01-30T10:01:00.123Z'),
    ],
  ])('%s is parsed by the type of its column', (text, filter) => {
    expect(parse(text)).toEqual(filter);
  });
});

describe('forms', () => {
  test.each<[text: string, filter: Filter]>([
    ['( >\tamount\n1 ) ', compare('amount', '>', '1')],
    [`(in event_type A 'B' "C")`, { form: 'in', column: 'event_type', values: ['A', 'B', 'C'] }],
    ['(in amount 1 2)', { form: 'in', column: 'amount', values: ['1', '2'] }],
    [
      `(like event_type 'CREATE.%')`,
      { form: 'like', column: 'event_type', pattern: 'CREATE.%', ignoreCase: false },
    ],
    [
      `(ilike event_type '50\\%\\\\%')`,
      { form: 'like', column: 'event_type', pattern: '50\\%\\%', ignoreCase: true },
    ],
    ['(is-null amount)', { form: 'is-null', column: 'amount' }],
    ['(not (is-null amount))', { form: 'not', filter: { form: 'is-null', column: 'amount' } }],
    ['(and (is-null amount))', { form: 'and', filters: [{ form: 'is-null', column: 'amount' }] }],
    [
      '(or(= amount 1)(= sealed true))',
      { form: 'or', filters: [compare('amount', '=', '1'), compare('sealed', '=', true)] },
    ],
  ])('%s is parsed', (text, filter) => {
    expect(parse(text)).toEqual(filter);
  });
});

const nested = (levels: number) => `${'(not '.repeat(levels - 1)}(is-null amount)${')'.repeat(levels - 1)}`;
const many = (conditions: number) => `(or ${'(is-null amount)'.repeat(conditions)})`;

describe('errors', () => {
  test.each<[text: string, at: number, message: string]>([
    ['', 1, 'an opening parenthesis is expected here'],
    ['status', 1, 'an opening parenthesis is expected here'],
    ['(', 2, 'an operator is missing; the operators are = != < <= > >= in like ilike is-null and or not'],
    ['()', 2, `")" is not an operator`],
    ['(== amount 1)', 2, '"==" is not an operator'],
    ['(AND (= amount 1))', 2, '"AND" is not an operator'],
    [`('=' amount 1)`, 2, '"=" is not an operator'],
    ['(= amount 1', 12, 'a closing parenthesis is expected here, after ='],
    ['(= amount 1 2)', 13, 'a closing parenthesis is expected here, after ='],
    ['(= amount 1))', 13, 'unexpected text after the filter'],
    ['(= amount 1) (= amount 2)', 14, 'unexpected text after the filter'],
    ['(and)', 5, 'an opening parenthesis is expected here'],
    ['(or amount)', 5, 'an opening parenthesis is expected here'],
    ['(not (= amount 1) (= amount 2))', 19, 'a closing parenthesis is expected here, after not'],
    ['(= 1 amount)', 4, 'unknown column "1"'],
    ['(= body 1)', 4, 'unknown column "body"'],
    ['(= __proto__ 1)', 4, 'unknown column "__proto__"'],
    ['(= constructor 1)', 4, 'unknown column "constructor"'],
    [`(= 'amount' 1)`, 4, 'a column name is expected here'],
    ['(= amount)', 10, 'a value is expected here'],
    ['(in amount)', 11, 'a value is expected here'],
    ['(in amount 1 null)', 14, '"null" is not a number, as amount requires'],
    ['(in event_type null)', 16, '"null" is not a text, as event_type requires'],
    ['(= amount (= amount 1))', 11, 'a value is expected here'],
    ['(= amount x)', 11, '"x" is not a number, as amount requires'],
    ['(= amount 0x10)', 11, '"0x10" is not a number'],
    ['(= amount NaN)', 11, '"NaN" is not a number'],
    ['(= amount 1e9999)', 11, '"1e9999" is not a number'],
    ['(= creation_time yesterday)', 18, '"yesterday" is not an RFC 3339 time with an offset, or a date'],
    ['(= creation_time 2027-02-30)', 18, '"2027-02-30" is not an RFC 3339 time'],
    ['(= creation_time 2027-01-01T00:00:00)', 18, '"2027-01-01T00:00:00" is not an RFC 3339 time'],
    ['(= sealed yes)', 11, '"yes" is not true or false, as sealed requires'],
    ['(> sealed true)', 2, 'true and false cannot be compared with >'],
    ['(> amount null)', 11, 'null cannot be compared with >'],
    ['(= event_type a;b)', 15, '"a;b" must be quoted'],
    [`(= event_type 'é\u{1F600}' x)`, 20, 'a closing parenthesis is expected here'],
    [`(= event_type 'open)`, 15, `the ' that opens here is not closed`],
    [`(= event_type 'open\\')`, 15, `the ' that opens here is not closed`],
    [`(= event_type "open''')`, 15, 'the " that opens here is not closed'],
    ['(like amount 1)', 2, 'like requires a text column; amount is not one'],
    ['(like event_type CREATE)', 18, 'a pattern in quotes is expected here'],
    [`(like event_type 'a\\')`, 18, `the ' that opens here is not closed`],
    [`(like event_type 'a\\\\')`, 18, 'the pattern ends with a backslash that escapes nothing'],
  ])('%s is rejected with the position of the error', (text, at, message) => {
    const finding = findingOf(text);
    expect(finding).toContain(`at character ${at}: ${message}`);
    expect(finding).toMatch(/; columns: event_type, creation_time, amount, sealed$/);
  });

  test('a filter beyond a limit is rejected', () => {
    expect(findingOf(nested(33))).toContain('at character 161: the filter has more than 32 levels');
    expect(findingOf(many(101))).toContain('at character 1606: the filter has more than 100 conditions');
    expect(findingOf(`(= event_type '${'x'.repeat(4096)}')`)).toContain(
      'at character 4097: the filter is longer than 4096 characters',
    );
  });

  test('a filter exactly at the limits is accepted', () => {
    expect(parse(nested(32)).form).toBe('not');
    expect(parse(many(100)).form).toBe('or');
    const longest = `(= event_type '${'x'.repeat(4096 - 17)}')`;
    expect(longest).toHaveLength(4096);
    expect(parse(longest).form).toBe('compare');
  });

  test('the message repeats only the beginning of a long word', () => {
    expect(findingOf(`(= ${'x'.repeat(4000)} 1)`).length).toBeLessThan(200);
  });
});

describe('random texts', () => {
  const fragments = fc
    .array(
      fc.constantFrom(
        '(',
        ')',
        ' ',
        '= ',
        '!= ',
        'in ',
        'like ',
        'ilike ',
        'is-null ',
        'and ',
        'or ',
        'not ',
        '< ',
        '>= ',
        'event_type ',
        'creation_time ',
        'amount ',
        'sealed ',
        'null ',
        'true ',
        '1.5 ',
        '2027-01-31 ',
        `'`,
        '"',
        '\\',
        '%',
        `'CREATE' `,
        '\0',
        '\u{1F600}',
        '\ud800',
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(''));

  test('any text is parsed or rejected with a 400 on q', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fragments), (text) => {
        try {
          parse(text);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect((error as AppError).definition.status).toBe(400);
          expect((error as AppError).findings[0]?.pointer).toBe('q');
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('a printed filter is parsed as the same filter', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        expect(parse(print(filter))).toEqual(filter);
      }),
    );
  });

  test('a printed filter without its last parenthesis is rejected', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        const text = print(filter).slice(0, -1);
        expect(findingOf(text)).toContain(`at character ${[...text].length + 1}: `);
      }),
    );
  });
});
