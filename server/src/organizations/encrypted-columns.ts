import { totpContext } from '../authentication/index.ts';
import { endpointContext } from '../notifications/index.ts';
import type { EncryptedColumn } from '../platform/secrets/key-rotation.ts';
import { integrationContext } from './integrations/settings.ts';

/** All columns with ciphertext. A test compares the list with the schema and with stored rows. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    name: 'person_totp.sealed_secret',
    select: (keyId, [personId = '', pending = ''], limit) => ({
      name: 'sealed_totp_secrets',
      text: `SELECT t.person_id, t.is_pending::text AS pending, t.sealed_secret AS encrypted FROM person_totp t
             WHERE split_part(t.sealed_secret, '.', 1) <> $1 AND (t.person_id, t.is_pending::text) > ($2, $3)
             ORDER BY t.person_id, t.is_pending::text LIMIT $4 FOR UPDATE`,
      values: [keyId, personId, pending, limit],
    }),
    position: (row) => [row.person_id as string, row.pending as string],
    context: (row) => totpContext(row.person_id as string),
    update: (row, encrypted) => ({
      name: 'reseal_totp_secret',
      text: 'UPDATE person_totp SET sealed_secret = $3 WHERE person_id = $1 AND is_pending = $2::boolean',
      values: [row.person_id, row.pending, encrypted],
    }),
  },
  {
    name: 'signing_key.sealed_private_jwk',
    select: (keyId, [kid = ''], limit) => ({
      name: 'sealed_signing_keys',
      text: `SELECT k.kid, k.sealed_private_jwk AS encrypted FROM signing_key k
             WHERE split_part(k.sealed_private_jwk, '.', 1) <> $1 AND k.kid > $2
             ORDER BY k.kid LIMIT $3 FOR UPDATE`,
      values: [keyId, kid, limit],
    }),
    position: (row) => [row.kid as string],
    context: (row) => `signing key ${row.kid}`,
    update: (row, encrypted) => ({
      name: 'reseal_signing_key',
      text: 'UPDATE signing_key SET sealed_private_jwk = $2 WHERE kid = $1',
      values: [row.kid, encrypted],
    }),
  },
  {
    name: 'integration.sealed_settings',
    select: (keyId, [organizationId = '', id = ''], limit) => ({
      name: 'sealed_integrations',
      text: `SELECT i.organization_id, i.id, i.partner, i.service, i.sealed_settings AS encrypted FROM integration i
             WHERE split_part(i.sealed_settings, '.', 1) <> $1 AND (i.organization_id, i.id) > ($2, $3)
             ORDER BY i.organization_id, i.id LIMIT $4 FOR UPDATE`,
      values: [keyId, organizationId, id, limit],
    }),
    position: (row) => [row.organization_id as string, row.id as string],
    context: (row) =>
      integrationContext(row.organization_id as string, row.partner as string, row.service as string),
    update: (row, encrypted) => ({
      name: 'reseal_integration',
      text: 'UPDATE integration SET sealed_settings = $3 WHERE organization_id = $1 AND id = $2',
      values: [row.organization_id, row.id, encrypted],
    }),
  },
  {
    name: 'webhook_endpoint.sealed_secrets',
    select: (keyId, [organizationId = '', id = ''], limit) => ({
      name: 'sealed_webhook_endpoints',
      text: `SELECT w.organization_id, w.id, w.sealed_secrets AS encrypted FROM webhook_endpoint w
             WHERE split_part(w.sealed_secrets, '.', 1) <> $1 AND (w.organization_id, w.id) > ($2, $3)
             ORDER BY w.organization_id, w.id LIMIT $4 FOR UPDATE`,
      values: [keyId, organizationId, id, limit],
    }),
    position: (row) => [row.organization_id as string, row.id as string],
    context: (row) =>
      endpointContext({ organization_id: row.organization_id as string, id: row.id as string }),
    update: (row, encrypted) => ({
      name: 'reseal_webhook_endpoint',
      text: 'UPDATE webhook_endpoint SET sealed_secrets = $3 WHERE organization_id = $1 AND id = $2',
      values: [row.organization_id, row.id, encrypted],
    }),
  },
  {
    name: 'organization.info ssoConfigInfo.clientSecret',
    select: (keyId, [organizationId = ''], limit) => ({
      name: 'sealed_single_sign_on',
      text: `SELECT o.organization_id, o.info #>> '{ssoConfigInfo,clientSecret}' AS encrypted FROM organization o
             WHERE split_part(o.info #>> '{ssoConfigInfo,clientSecret}', '.', 1) <> $1 AND o.organization_id > $2
             ORDER BY o.organization_id LIMIT $3 FOR UPDATE`,
      values: [keyId, organizationId, limit],
    }),
    position: (row) => [row.organization_id as string],
    context: (row) => `sso ${row.organization_id}`,
    update: (row, encrypted) => ({
      name: 'reseal_single_sign_on',
      text: `UPDATE organization SET info = jsonb_set(info, '{ssoConfigInfo,clientSecret}', to_jsonb($2::text))
             WHERE organization_id = $1`,
      values: [row.organization_id, encrypted],
    }),
  },
];
