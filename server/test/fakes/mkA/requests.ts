import type { RawAnswer, RawRequest } from '../http/server.ts';
import { type Protocol, ServiceError } from './errors.ts';
import { readSignedRequest } from './signatures.ts';
import { toXml } from './sts.ts';

export type ServiceName = 'catalog' | 'agreement' | 'metering' | 'entitlement' | 'sqs' | 'sts' | 's3';

/** A request to one service. */
export type Target = {
  service: ServiceName;
  operation: string;
  protocol: Protocol;
  /** Reads a body, path parameters or a form. Called only after the caller is identified. */
  read: () => unknown;
};

const targets: Readonly<Record<string, ServiceName>> = {
  AWSMPCommerceService_v20200301: 'agreement',
  AWSMPMeteringService: 'metering',
  AWSMPEntitlementService: 'entitlement',
  AmazonSQS: 'sqs',
};

const catalogOperations = [
  'POST StartChangeSet',
  'GET DescribeChangeSet',
  'PATCH CancelChangeSet',
  'POST ListChangeSets',
  'GET DescribeEntity',
  'POST BatchDescribeEntities',
  'POST ListEntities',
];

/** The services, each with its name in signature scopes, the prefix of its permissions, and its regions. */
export const scopes: Readonly<
  Record<ServiceName, { signing: string; right: string; regions: readonly string[] | undefined }>
> = {
  catalog: { signing: 'aws-marketplace', right: 'aws-marketplace', regions: ['us-east-1'] },
  agreement: { signing: 'aws-marketplace', right: 'aws-marketplace', regions: ['us-east-1'] },
  metering: { signing: 'aws-marketplace', right: 'aws-marketplace', regions: ['us-east-1'] },
  entitlement: { signing: 'aws-marketplace', right: 'aws-marketplace', regions: ['us-east-1'] },
  sqs: { signing: 'sqs', right: 'sqs', regions: ['us-east-1'] },
  sts: { signing: 'sts', right: 'sts', regions: undefined },
  s3: { signing: 's3', right: 's3', regions: undefined },
};

/** Permissions whose names differ from the names of their operations. */
const rights: Readonly<Record<string, string>> = {
  DeleteMessageBatch: 'DeleteMessage',
  ListObjectsV2: 'ListBucket',
  HeadBucket: 'ListBucket',
  HeadObject: 'GetObject',
};

/** Returns the permission that an operation needs, with the prefix of its service. */
export const rightTo = ({ service, operation }: Pick<Target, 'service' | 'operation'>): string =>
  `${scopes[service].right}:${rights[operation] ?? operation}`;

const parsed = (body: Buffer, status: 400 | 422): unknown => {
  try {
    return body.length === 0 ? {} : JSON.parse(body.toString());
  } catch {
    throw new ServiceError('SerializationException', status, 'The body is not JSON.');
  }
};

/** Determines the service from the content of the call, because all services share one host and port. */
export function targetOf(request: RawRequest): Target | undefined {
  const { method, path, query, headers, body } = request;
  const [prefix = '', operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
  const service = targets[prefix];
  if (service) return { service, operation, protocol: 'JSON', read: () => parsed(body, 400) };
  const name = path.slice(1);
  if (catalogOperations.includes(`${method} ${name}`)) {
    const read = () =>
      method === 'POST' ? parsed(body, 422) : Object.fromEntries(new URLSearchParams(query));
    return { service: 'catalog', operation: name, protocol: 'REST', read };
  }
  if (method === 'POST' && path === '/') {
    const form = new URLSearchParams(body.toString());
    return { service: 'sts', operation: form.get('Action') ?? '', protocol: 'QUERY', read: () => form };
  }
  const isDocument = readSignedRequest(request)?.service === 's3' || method === 'GET' || method === 'HEAD';
  if (!isDocument || !/^\/[a-z0-9.-]{3,63}(\/|$)/.test(path)) return undefined;
  return {
    service: 's3',
    operation: documentOperation(method, path, query),
    protocol: 'DOCUMENT',
    read: () => undefined,
  };
}

function documentOperation(method: string, path: string, query: string): string {
  const isBucket = path.split('/').filter((part) => part).length === 1;
  if (isBucket && new URLSearchParams(query).get('list-type') === '2') return 'ListObjectsV2';
  return `${{ PUT: 'Put', GET: 'Get', HEAD: 'Head', DELETE: 'Delete' }[method] ?? method}${isBucket ? 'Bucket' : 'Object'}`;
}

/** Writes a response in the service’s protocol. */
export function answerOf({ protocol, operation }: Target, output: unknown, requestId: string): RawAnswer {
  const headers = { 'x-amzn-requestid': requestId };
  if (protocol === 'DOCUMENT') return output as RawAnswer;
  if (protocol === 'QUERY') {
    const result = `<${operation}Result>${toXml(output as object)}</${operation}Result>`;
    const metadata = `<ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata>`;
    const space = 'https://sts.amazonaws.com/doc/2011-06-15/';
    return {
      status: 200,
      headers: { ...headers, 'content-type': 'text/xml' },
      body: `<${operation}Response xmlns="${space}">${result}${metadata}</${operation}Response>`,
    };
  }
  const type = protocol === 'REST' ? 'application/json' : 'application/x-amz-json-1.0';
  return { status: 200, headers: { ...headers, 'content-type': type }, body: JSON.stringify(output ?? {}) };
}

/** Writes an error in the service's protocol. */
export function errorAnswer(protocol: Protocol, error: ServiceError, requestId: string): RawAnswer {
  const { code, status, message, more } = error;
  const headers = { 'x-amzn-requestid': requestId, ...error.headers };
  if (protocol === 'JSON') {
    const body = JSON.stringify({ __type: `com.amazonaws#${code}`, message, ...more });
    return { status, headers: { ...headers, 'content-type': 'application/x-amz-json-1.0' }, body };
  }
  if (protocol === 'REST') {
    const typed = { ...headers, 'content-type': 'application/json', 'x-amzn-errortype': code };
    return { status, headers: typed, body: JSON.stringify({ Message: message, ...more }) };
  }
  const type = status < 500 ? 'Sender' : 'Receiver';
  const xml =
    protocol === 'QUERY'
      ? toXml({
          ErrorResponse: { Error: { Type: type, Code: code, Message: message }, RequestId: requestId },
        })
      : toXml({ Error: { Code: code, Message: message, RequestId: requestId } });
  return { status, headers: { ...headers, 'content-type': 'application/xml' }, body: xml };
}
