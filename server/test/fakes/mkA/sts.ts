import { ServiceError } from './errors.ts';
import type { Caller, Identities } from './identities.ts';

const invalid = (message: string) => new ServiceError('ValidationError', 400, message);

/** Creates AssumeRole and GetCallerIdentity, which return the members of the XML response. */
export function createSts(identities: Identities) {
  return {
    AssumeRole: (caller: Caller, form: URLSearchParams) => {
      const roleArn = form.get('RoleArn') ?? '';
      const sessionName = form.get('RoleSessionName') ?? '';
      const externalId = form.get('ExternalId') ?? undefined;
      const durationS = Number(form.get('DurationSeconds') ?? 3600);
      if (!/^arn:aws:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/.test(roleArn))
        throw invalid(`${roleArn} is invalid`);
      const session = identities.assume(caller, roleArn, { externalId, sessionName, durationS });
      return {
        AssumedRoleUser: {
          Arn: session.arn,
          AssumedRoleId: `AROA${session.accessKeyId.slice(4)}:${sessionName}`,
        },
        Credentials: {
          AccessKeyId: session.accessKeyId,
          SecretAccessKey: session.secret,
          SessionToken: session.token,
          Expiration: new Date(session.endsAtMs as number).toISOString(),
        },
      };
    },
    GetCallerIdentity: ({ arn, accountId }: Caller) => ({ UserId: arn, Account: accountId, Arn: arn }),
  };
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (c) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[c]};`);

/** Writes members as XML, one element each. */
export const toXml = (members: object): string =>
  Object.entries(members)
    .map(
      ([name, value]) =>
        `<${name}>${typeof value === 'object' ? toXml(value) : escaped(String(value))}</${name}>`,
    )
    .join('');
