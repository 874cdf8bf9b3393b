import { csvTableOf } from '../../platform/lists/csv-list.ts';
import type { FieldsIn } from '../../platform/records/encode.ts';
import { recordEncoder } from '../../platform/records/encode.ts';
import {
  codeText,
  decimal,
  idText,
  integer,
  openEnum,
  record,
  text,
  time,
} from '../../platform/records/fields.ts';
import { entryTypes } from './entries.ts';

export const UsageLedgerEntry = record('UsageLedgerEntry', 'An entry in the ledger of a term’s units.', {
  amount: decimal('Cost of the units; for CREDIT and COMMIT, the consumed amount.'),
  creationTime: time('When the entry was written.'),
  dimension: codeText('Dimension of the units.'),
  entitlementID: idText('Id of the entitlement.'),
  entitlementTermID: idText('Id of the term or sub term.'),
  id: idText('Identifier.'),
  message: text('Explanation, if the type does not explain the entry.'),
  periodStart: time('For included units: start of the month or year for which they are granted.'),
  periodUnit: openEnum('For included units: the period in which they are granted ' + 'again.', [
    'Monthly',
    'Annual',
    'Term',
  ]),
  position: integer('Position of the entry in the term’s ledger, starting at 1.'),
  quantity: decimal('Units; for CARRY, the change of the carried units, which may be negative.'),
  type: openEnum(
    'Type of the entry. USAGE: units used; INCLUDED, CREDIT, COMMIT: units covered; LIST_PRICE: units added ' +
      'because usage above the commit costs the list price; CARRY: fractions kept for the next report; ' +
      'REPORTED: accepted by the marketplace; RETURNED: withdrawn at the marketplace; WRITTEN_OFF: not charged.',
    [...entryTypes],
  ),
  unitPrice: decimal('Price per unit.'),
  usageHour: time('Hour of use; for REPORTED, the hour for which the units were reported.'),
  usageRecordReportID: idText('Id of the report.'),
});

/** Column of each field of a UsageLedgerEntry. */
export const entryFields = [
  ['id', 'id', 'text'],
  ['position', 'position', 'number'],
  ['entitlementID', 'entitlement_id', 'text'],
  ['entitlementTermID', 'entitlement_term_id', 'text'],
  ['type', 'type', 'text'],
  ['dimension', 'dimension', 'text'],
  ['quantity', 'quantity', 'number'],
  ['unitPrice', 'unit_price', 'number'],
  ['amount', 'amount', 'number'],
  ['usageHour', 'usage_hour', 'time'],
  ['periodStart', 'period_start', 'time'],
  ['periodUnit', 'period_unit', 'text'],
  ['usageRecordReportID', 'report_id', 'text'],
  ['message', 'message', 'text'],
  ['creationTime', 'creation_time', 'time'],
] as const satisfies FieldsIn<'usage_ledger'>;

export const encodeEntry = recordEncoder(entryFields);

export const entryTable = csvTableOf(entryFields, UsageLedgerEntry);
