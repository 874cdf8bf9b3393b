import { csvTableOf } from '../../platform/lists/csv-list.ts';
import type { FieldsIn } from '../../platform/records/encode.ts';
import { recordEncoder } from '../../platform/records/encode.ts';
import {
  codeText,
  decimal,
  idText,
  openEnum,
  record,
  text,
  time,
  whole,
} from '../../platform/records/fields.ts';
import { entryTypes } from './entries.ts';

export const UsageLedgerEntry = record('UsageLedgerEntry', 'What became of units of a term.', {
  amount: decimal('What the units cost; for entries of credit and commit what they took of it.'),
  creationTime: time('When it was written.'),
  dimension: codeText('Dimension of the units.'),
  entitlementID: idText('Entitlement.'),
  entitlementTermID: idText('Term, or part of one.'),
  id: idText('Identifier.'),
  message: text('Why, where that is not plain.'),
  periodStart: time('Of included units: when the month or year began that they are for.'),
  periodUnit: openEnum('Of included units: what they are granted for anew.', ['Monthly', 'Annual', 'Term']),
  position: whole('Number of the entry in the ledger of the term, from 1 on.'),
  quantity: decimal('Units; of CARRY by how much more wait, which may be negative.'),
  type: openEnum(
    'What became of them: USAGE was used; INCLUDED, CREDIT and COMMIT covered it; LIST_PRICE was added because more than the ' +
      'commit costs the list price; CARRY waits because it is too small; REPORTED was accepted by the marketplace; RETURNED was ' +
      'taken back there; WRITTEN_OFF is charged to nobody.',
    [...entryTypes],
  ),
  unitPrice: decimal('Price of a unit.'),
  usageHour: time('Hour of use; of REPORTED the hour that it was reported for.'),
  usageRecordReportID: idText('Report that it belongs to.'),
});

/** The columns in which the fields of a UsageLedgerEntry are stored. */
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
