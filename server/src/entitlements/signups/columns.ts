import type { RowOf } from '../../platform/database/rows.ts';
import { type ColumnsOf, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';

/** The columns in which the fields of a SignupConnection are stored. */
export const signupColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['entitlementID', 'entitlement_id', 'text'],
  ['partner', 'partner', 'text'],
  ['buyerID', 'buyer_id', 'text'],
  ['emailAddress', 'email_address', 'text'],
  ['name', 'name', 'text'],
  ['companyName', 'company_name', 'text'],
  ['phoneNumber', 'phone_number', 'text'],
  ['createdBy', 'created_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
] as const satisfies FieldsIn<'signup_connection'>;

export type SignupRow = RowOf<'signup_connection', ColumnsOf<typeof signupColumns>>;

export const encodeSignup = recordEncoder(signupColumns);
