import type { Finding } from '../../platform/errors.ts';
import type { BillableMetric } from './records.ts';

type Filter = NonNullable<
  NonNullable<NonNullable<BillableMetric['info']>['filterGroups']>[number]['filters']
>[number];

const ofTexts = ['IS', 'NOT_IS', 'CONTAINS', 'NOT_CONTAINS'];
const ofNumbers = ['GT', 'GTE', 'LT', 'LTE', 'EQ', 'NOT_EQ'];

/** Validates a new metric and returns findings with pointers. */
export function findingsOfMetric({ name, aggregationType, info = {} }: BillableMetric): Finding[] {
  const { filterGroups = [], groupBys = [], propertyUniqueOn } = info;
  return [
    ...required('/name', name),
    ...required('/aggregationType', aggregationType),
    ...(aggregationType === 'UNIQUE_COUNT' ? required('/info/propertyUniqueOn', propertyUniqueOn) : []),
    ...filterGroups.flatMap(({ filters = [] }, group) =>
      filters.flatMap((filter, index) =>
        findingsOfFilter(filter, `/info/filterGroups/${group}/filters/${index}`),
      ),
    ),
    ...groupBys.flatMap((property, index) => {
      const pointer = `/info/groupBys/${index}`;
      return groupBys.indexOf(property) === index
        ? required(pointer, property)
        : [{ pointer, message: 'is duplicated' }];
    }),
  ];
}

const required = (pointer: string, value: string | undefined): Finding[] =>
  value ? [] : [{ pointer, message: 'is required' }];

function findingsOfFilter({ name, operation, value, valueType }: Filter, pointer: string): Finding[] {
  const findings = [...required(`${pointer}/name`, name), ...required(`${pointer}/operation`, operation)];
  if (!operation) return findings;
  const wanted = ofTexts.includes(operation) ? 'STRING' : ofNumbers.includes(operation) ? 'FLOAT' : undefined;
  if (wanted === undefined) return findings;
  if (valueType !== undefined && valueType !== wanted) {
    const operations = valueType === 'STRING' ? ofTexts : ofNumbers;
    const message = `must be of ${[...operations, 'EXISTS', 'NOT_EXISTS'].join(', ')} for a ${valueType}`;
    return [...findings, { pointer: `${pointer}/operation`, message }];
  }
  const fits = wanted === 'STRING' ? isText(value) : isNumber(value);
  if (!fits)
    findings.push({
      pointer: `${pointer}/value`,
      message: `must be a ${wanted === 'STRING' ? 'text' : 'number'}`,
    });
  return findings;
}

/** Returns whether a value is comparable as text. Numbers and Booleans are compared in JSON format. */
const isText = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

const isNumber = (value: unknown) =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)));
