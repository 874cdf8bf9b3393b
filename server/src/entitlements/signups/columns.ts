import { type FieldColumn, recordEncoder } from '../../platform/records/encode.ts';

/** Where each field of a SignupConnection lies. */
export const signupColumns: readonly FieldColumn[] = [
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
];

export const encodeSignup = recordEncoder(signupColumns);
