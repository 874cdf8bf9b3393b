import type { Comparison, Filter, FilterColumns, Refusal, Value } from './filter.ts';
import { quoteForMessage, refusal } from './filter.ts';
import { type Token, tokenize } from './tokens.ts';
import { expected, valueFrom } from './values.ts';

export const maximumLength = 4096;
const maximumLevels = 32;
const maximumConditions = 100;

const comparisons: readonly string[] = ['=', '!=', '<', '<=', '>', '>='] satisfies Comparison[];
const operators = [...comparisons, 'in', 'like', 'ilike', 'is-null', 'and', 'or', 'not'];

/** Unquoted words: identifiers, enumeration values, numbers, times. */
const plainWord = /^[\w.:+@/-]+$/;

type Parser = {
  columns: FilterColumns;
  refuse: Refusal;
  tokens: readonly Token[];
  position: number;
  conditions: number;
};

/**
 * Parses a filter in prefix form, such as `(and (= status 'DRAFT') (> creation_time 2027-01-31))`.
 * @throws 400 on the parameter `q`, with the position of the error and the list of columns
 */
export function parseFilter(text: string, columns: FilterColumns): Filter {
  const refuse = refusal('q', text, columns);
  if (text.length > maximumLength)
    throw refuse(maximumLength, `the filter is longer than ${maximumLength} characters`);
  const parser: Parser = { columns, refuse, tokens: tokenize(text, refuse), position: 0, conditions: 0 };
  const filter = readForm(parser, 1);
  const rest = take(parser);
  if (rest.kind !== 'end') throw refuse(rest.at, 'unexpected text after the filter');
  return filter;
}

const peek = ({ tokens, position }: Parser): Token => tokens[position] as Token;

/** Returns the next token and advances. Every call after the last token returns `end`. */
function take(parser: Parser): Token {
  const token = peek(parser);
  if (token.kind !== 'end') parser.position++;
  return token;
}

function readForm(parser: Parser, level: number): Filter {
  const open = take(parser);
  if (open.kind !== 'open') throw parser.refuse(open.at, 'an opening parenthesis is expected here');
  if (level > maximumLevels) throw parser.refuse(open.at, `the filter has more than ${maximumLevels} levels`);
  const operator = take(parser);
  if (operator.kind !== 'word' || !operators.includes(operator.text))
    throw parser.refuse(
      operator.at,
      `${operator.text ? `${quoteForMessage(operator.text)} is not an operator` : 'an operator is missing'}; ` +
        `the operators are ${operators.join(' ')}`,
    );
  const filter = ['and', 'or', 'not'].includes(operator.text)
    ? readLogic(parser, operator.text as 'and' | 'or' | 'not', level)
    : readCondition(parser, operator);
  const close = take(parser);
  if (close.kind !== 'close')
    throw parser.refuse(close.at, `a closing parenthesis is expected here, after ${operator.text}`);
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
    throw parser.refuse(operator.at, `the filter has more than ${maximumConditions} conditions`);
  const column = readColumn(parser);
  if (operator.text === 'is-null') return { form: 'is-null', column };
  if (operator.text === 'in') return { form: 'in', column, values: readValues(parser, column) };
  if (operator.text === 'like' || operator.text === 'ilike') {
    if (typeOf(parser, column) !== 'text')
      throw parser.refuse(operator.at, `${operator.text} requires a text column; ${column} is not one`);
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
  if (token.kind !== 'word') throw parser.refuse(token.at, 'a column name is expected here');
  if (!Object.hasOwn(parser.columns, token.text))
    throw parser.refuse(token.at, `unknown column ${quoteForMessage(token.text)}`);
  return token.text;
}

const typeOf = ({ columns }: Parser, column: string) => (columns[column] as FilterColumns[string]).type;

const isNull = ({ kind, text }: Token): boolean => kind === 'word' && text === 'null';

function readText(parser: Parser, what: string): Token {
  const token = take(parser);
  if (token.kind !== 'quoted' && token.kind !== 'word')
    throw parser.refuse(token.at, `${what} is expected here`);
  if (token.kind === 'word' && !plainWord.test(token.text))
    throw parser.refuse(token.at, `${quoteForMessage(token.text)} must be quoted`);
  return token;
}

function readValue(parser: Parser, column: string): Value {
  const type = typeOf(parser, column);
  const token = readText(parser, 'a value');
  const value = isNull(token) ? undefined : valueFrom(type, token.text);
  if (value === undefined)
    throw parser.refuse(
      token.at,
      `${quoteForMessage(token.text)} is not ${expected[type]}, as ${column} requires`,
    );
  return value;
}

function readValues(parser: Parser, column: string): Value[] {
  const values = [readValue(parser, column)];
  while (['quoted', 'word'].includes(peek(parser).kind)) values.push(readValue(parser, column));
  return values;
}

/** Reads a pattern of `like`: `%` matches any text and `_` any character, unless a backslash precedes it. */
function readPattern(parser: Parser): string {
  const { kind, text, at } = take(parser);
  if (kind !== 'quoted') throw parser.refuse(at, 'a pattern in quotes is expected here');
  if (!/^([^\\]|\\.)*$/s.test(text))
    throw parser.refuse(at, 'the pattern ends with a backslash that escapes nothing');
  return text;
}
