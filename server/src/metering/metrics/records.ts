import { z } from 'zod';
import { identifierPattern } from '../../platform/ids.ts';
import { closedEnum, codeText, idText, list, of, record, time } from '../../platform/records/fields.ts';

/** The most groups of filters of a metric, filters of a group, and properties that a metric groups by. */
const mostParts = 50;

const name = z.string().min(4).max(50).meta({ description: 'Displayed name.' });
const description = z.string().max(300).meta({ description: 'What it counts; an empty text takes it away.' });

export const BillableMetricAggregationType = closedEnum(
  'BillableMetricAggregationType',
  'How records become a quantity: how many there are, how many values a property has, or sum, largest or last of the quantities.',
  ['COUNT', 'UNIQUE_COUNT', 'SUM', 'MAX', 'LAST'],
);

export const BillableMetricFilterOperation = closedEnum(
  'BillableMetricFilterOperation',
  'How a property is compared. Texts: IS, NOT_IS, CONTAINS, NOT_CONTAINS; numbers: GT, GTE, LT, LTE, EQ, NOT_EQ; both: EXISTS, NOT_EXISTS.',
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
  'What a property is compared as.',
  ['STRING', 'FLOAT'],
);

export const BillableMetricStatus = closedEnum('BillableMetricStatus', 'State of a metric.', [
  'ACTIVE',
  'DELETED',
]);
export type BillableMetricStatus = z.infer<typeof BillableMetricStatus>;

export const BillableMetricFilter = record(
  'BillableMetricFilter',
  'A condition on a property of a record of usage. A record without the property passes only what is negative.',
  {
    name: codeText('Property.'),
    operation: of(BillableMetricFilterOperation, 'How it is compared.'),
    value: z.unknown().meta({
      description: 'What it is compared with: a text or a number, by the operation. EXISTS needs none.',
    }),
    valueType: of(
      BillableMetricFilterValueType,
      'What it is compared as; that of the operation when absent.',
    ),
  },
);

export const BillableMetricFilterGroup = record(
  'BillableMetricFilterGroup',
  'Filters of which one must let a record through.',
  { filters: list(BillableMetricFilter, 'The filters.', mostParts) },
);

export const BillableMetricInfo = record('BillableMetricInfo', 'Which records count, and as what.', {
  filterGroups: list(
    BillableMetricFilterGroup,
    'Each of these groups must let a record through; all records count when there is none.',
    mostParts,
  ),
  groupBys: list(codeText('Property.'), 'Properties whose values have a quantity each.', mostParts),
  propertyUniqueOn: codeText('Property whose values UNIQUE_COUNT counts; without effect otherwise.'),
});
export type BillableMetricInfo = z.infer<typeof BillableMetricInfo>;

export const BillableMetric = record('BillableMetric', 'How records of usage events become a quantity.', {
  aggregationType: of(BillableMetricAggregationType, 'How records become a quantity.'),
  creationTime: time('When it was created.'),
  description,
  id: z
    .string()
    .max(36)
    .regex(identifierPattern, 'must be letters, digits, "_", "-" or "."')
    .meta({ description: 'Identifier; one is made when it is absent.' }),
  info: of(BillableMetricInfo, 'Which records count, and as what.'),
  lastUpdateTime: time('When it last changed.'),
  name,
  organizationId: idText('Organization.'),
  status: of(BillableMetricStatus, 'State of the metric.'),
});
export type BillableMetric = z.infer<typeof BillableMetric>;

export const UpdateBillableMetricParams = record(
  'UpdateBillableMetricParams',
  'What of a metric changes. What it counts never does, for usage was counted by it.',
  {
    description,
    name,
    status: of(BillableMetricStatus, 'DELETED: it takes no more usage; ACTIVE: it does again.'),
  },
);
export type UpdateBillableMetricParams = z.infer<typeof UpdateBillableMetricParams>;
