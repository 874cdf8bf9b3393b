import type { Comparison, Filter, FilterColumns, Refusal, Value } from './filter.ts';
import { refusal, shown } from './filter.ts';
import { type Token, tokenize } from './tokens.ts';
import { expected, valueFrom } from './values.ts';

export const maximumLength = 4096;
const maximumLevels = 32;
const maximumConditions = 100;

const comparisons: readonly string[] = ['=', '!=', '<', '<=', '>', '>='] satisfies Comparison[];
const operators = [...comparisons, 'in', 'like', 'ilike', 'is-null', 'and', 'or', 'not'];

/** The pattern of what may stand without quotes: identifiers, words of enumerations, numbers, times. */
const plainWord = /^[\w.:+@/-]+$/;

type Parser = {
  columns: FilterColumns;
  refuse: Refusal;
  tokens: readonly Token[];
  position: number;
  conditions: number;
};

/**
 * Reads a filter in prefix form, such as `(and (= status 'DRAFT') (> creation_time 2027-01-31))`.
 * @throws 400 on the parameter `q` that says at which character, and lists the columns
 */
export function parseFilter(text: string, columns: FilterColumns): Filter {
  const refuse = refusal('q', text, columns);
  if (text.length > maximumLength)
    throw refuse(maximumLength, `the filter goes on beyond ${maximumLength} characters`);
  const parser: Parser = { columns, refuse, tokens: tokenize(text, refuse), position: 0, conditions: 0 };
  const filter = readForm(parser, 1);
  const rest = take(parser);
  if (rest.kind !== 'end') throw refuse(rest.at, 'nothing may follow the filter');
  return filter;
}

const peek = ({ tokens, position }: Parser): Token => tokens[position] as Token;

/** The last token is never passed: behind the end is the end. */
function take(parser: Parser): Token {
  const token = peek(parser);
  if (token.kind !== 'end') parser.position++;
  return token;
}

function readForm(parser: Parser, level: number): Filter {
  const open = take(parser);
  if (open.kind !== 'open') throw parser.refuse(open.at, 'an opening parenthesis is expected here');
  if (level > maximumLevels) throw parser.refuse(open.at, `there are more than ${maximumLevels} levels`);
  const operator = take(parser);
  if (operator.kind !== 'word' || !operators.includes(operator.text))
    throw parser.refuse(
      operator.at,
      `${operator.text ? `${shown(operator.text)} is no operator` : 'an operator is missing'}; ` +
        `the operators are ${operators.join(' ')}`,
    );
  const filter = ['and', 'or', 'not'].includes(operator.text)
    ? readLogic(parser, operator.text as 'and' | 'or' | 'not', level)
    : readCondition(parser, operator);
  const close = take(parser);
  if (close.kind !== 'close')
    throw parser.refuse(close.at, `a closing parenthesis is expected here, behind ${operator.text}`);
  return filter;
}

function readLogic(parser: Parser, form: 'and' | 'or' | 'not', level: number): Filter {
  if (form === 'not') return { form, filter: readForm(parser, level + 1) };
  const filters = [readForm(parser, level + 1)];
  while (peek(parser).kind === 'open') filters.push(readForm(parser, level + 1));
  return { form, filters };
}

function readCondition(parser: Parser, operator: Token): Filter {
  if (++parser.conditions > maximumConditions)
    throw parser.refuse(operator.at, `there are more than ${maximumConditions} conditions`);
  const column = readColumn(parser);
  if (operator.text === 'is-null') return { form: 'is-null', column };
  if (operator.text === 'in') return { form: 'in', column, values: readValues(parser, column) };
  if (operator.text === 'like' || operator.text === 'ilike') {
    if (typeOf(parser, column) !== 'text')
      throw parser.refuse(operator.at, `${operator.text} is for texts, and ${column} is none`);
    return { form: 'like', column, pattern: readPattern(parser), ignoreCase: operator.text === 'ilike' };
  }
  return readComparison(parser, operator, column);
}

function readComparison(parser: Parser, operator: Token, column: string): Filter {
  const comparison = operator.text as Comparison;
  const equality = comparison === '=' || comparison === '!=';
  const token = peek(parser);
  if (isNull(token)) {
    if (!equality) throw parser.refuse(token.at, `null cannot be compared with ${comparison}`);
    take(parser);
    return { form: 'compare', comparison, column, value: null };
  }
  if (!equality && typeOf(parser, column) === 'boolean')
    throw parser.refuse(operator.at, `true and false cannot be compared with ${comparison}`);
  return { form: 'compare', comparison, column, value: readValue(parser, column) };
}

function readColumn(parser: Parser): string {
  const token = take(parser);
  if (token.kind !== 'word') throw parser.refuse(token.at, 'the name of a column is expected here');
  if (!Object.hasOwn(parser.columns, token.text))
    throw parser.refuse(token.at, `there is no column ${shown(token.text)}`);
  return token.text;
}

const typeOf = ({ columns }: Parser, column: string) => (columns[column] as FilterColumns[string]).type;

const isNull = ({ kind, text }: Token): boolean => kind === 'word' && text === 'null';

function readText(parser: Parser, what: string): Token {
  const token = take(parser);
  if (token.kind !== 'quoted' && token.kind !== 'word')
    throw parser.refuse(token.at, `${what} is expected here`);
  if (token.kind === 'word' && !plainWord.test(token.text))
    throw parser.refuse(token.at, `${shown(token.text)} needs quotes`);
  return token;
}

function readValue(parser: Parser, column: string): Value {
  const type = typeOf(parser, column);
  const token = readText(parser, 'a value');
  const value = isNull(token) ? undefined : valueFrom(type, token.text);
  if (value === undefined)
    throw parser.refuse(token.at, `${shown(token.text)} is not ${expected[type]}, as ${column} needs`);
  return value;
}

function readValues(parser: Parser, column: string): Value[] {
  const values = [readValue(parser, column)];
  while (['quoted', 'word'].includes(peek(parser).kind)) values.push(readValue(parser, column));
  return values;
}

/**
 * Reads a pattern of `like`. In it `%` stands for any text and `_` for any character, unless a backslash precedes them.
 */
function readPattern(parser: Parser): string {
  const { kind, text, at } = take(parser);
  if (kind !== 'quoted') throw parser.refuse(at, 'a pattern in quotes is expected here');
  if (!/^([^\\]|\\.)*$/s.test(text))
    throw parser.refuse(at, 'the pattern ends with a backslash that escapes nothing');
  return text;
}
