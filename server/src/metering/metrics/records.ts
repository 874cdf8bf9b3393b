import { z } from 'zod';
import { identifierPattern } from '../../platform/ids.ts';
import { closedEnum, codeText, fieldOf, idText, list, record, time } from '../../platform/records/fields.ts';

/** Maximum number of filter groups of a metric, of filters of a group, and of grouping properties. */
const mostParts = 50;

const name = z.string().min(4).max(50).meta({ description: 'Displayed name.' });
const description = z
  .string()
  .max(300)
  .meta({ description: 'Description of the metric; an empty string removes it.' });

export const BillableMetricAggregationType = closedEnum(
  'BillableMetricAggregationType',
  'Aggregation of records: number of records, number of distinct values of a property, or sum, maximum or ' +
    'last of the quantities.',
  ['COUNT', 'UNIQUE_COUNT', 'SUM', 'MAX', 'LAST'],
);

export const BillableMetricFilterOperation = closedEnum(
  'BillableMetricFilterOperation',
  'Comparison of a property. For text: IS, NOT_IS, CONTAINS, NOT_CONTAINS; for numbers: GT, GTE, LT, LTE, ' +
    'EQ, NOT_EQ; for both: EXISTS, NOT_EXISTS.',
  [
    'IS',
    'NOT_IS',
    'CONTAINS',
    'NOT_CONTAINS',
    'GT',
    'GTE',
    'LT',
    'LTE',
    'EQ',
    'NOT_EQ',
    'EXISTS',
    'NOT_EXISTS',
  ],
);

export const BillableMetricFilterValueType = closedEnum(
  'BillableMetricFilterValueType',
  'Type used to compare a property.',
  ['STRING', 'FLOAT'],
);

export const BillableMetricStatus = closedEnum('BillableMetricStatus', 'Status of a metric.', [
  'ACTIVE',
  'DELETED',
]);
export type BillableMetricStatus = z.infer<typeof BillableMetricStatus>;

export const BillableMetricFilter = record(
  'BillableMetricFilter',
  'A condition on a property of a usage record. A record without the property passes only negated operations.',
  {
    name: codeText('Property.'),
    operation: fieldOf(BillableMetricFilterOperation, 'Comparison.'),
    value: z.unknown().meta({
      description:
        'Value to compare with: a string or a number, depending on the operation. EXISTS ignores the value.',
    }),
    valueType: fieldOf(
      BillableMetricFilterValueType,
      'Type used to compare values; defaults to the type of the operation.',
    ),
  },
);

export const BillableMetricFilterGroup = record(
  'BillableMetricFilterGroup',
  'Filters; a record must pass at least one filter.',
  { filters: list(BillableMetricFilter, 'The filters.', mostParts) },
);

export const BillableMetricInfo = record('BillableMetricInfo', 'Filters and grouping of a metric.', {
  filterGroups: list(
    BillableMetricFilterGroup,
    'A record must pass every group; all records count if there are no groups.',
    mostParts,
  ),
  groupBys: list(codeText('Property.'), 'Properties by which quantities are grouped.', mostParts),
  propertyUniqueOn: codeText(
    'Property whose distinct values UNIQUE_COUNT counts; ignored for other aggregations.',
  ),
});
export type BillableMetricInfo = z.infer<typeof BillableMetricInfo>;

export const BillableMetric = record(
  'BillableMetric',
  'A rule that aggregates records of usage events to a quantity.',
  {
    aggregationType: fieldOf(BillableMetricAggregationType, 'Aggregation of records.'),
    creationTime: time('Creation time.'),
    description,
    id: z
      .string()
      .max(36)
      .regex(identifierPattern, 'must be letters, digits, "_", "-" or "."')
      .meta({ description: 'Identifier; generated if absent.' }),
    info: fieldOf(BillableMetricInfo, 'Filters and grouping.'),
    lastUpdateTime: time('When the metric last changed.'),
    name,
    organizationId: idText('Id of the organization.'),
    status: fieldOf(BillableMetricStatus, 'Status of the metric.'),
  },
);
export type BillableMetric = z.infer<typeof BillableMetric>;

export const UpdateBillableMetricParams = record(
  'UpdateBillableMetricParams',
  'Changes to a metric. Aggregation and filters cannot change, because past usage was counted with them.',
  {
    description,
    name,
    status: fieldOf(
      BillableMetricStatus,
      'DELETED: the metric accepts no usage; ACTIVE: it accepts usage again.',
    ),
  },
);
export type UpdateBillableMetricParams = z.infer<typeof UpdateBillableMetricParams>;
