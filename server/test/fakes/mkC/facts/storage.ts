import type { Facts, OperationFacts } from '../../facts/contract.ts';
import { everyCall } from './common.ts';

const objects = '/storage/v1/b/{bucket:segment}/o';

const operations = {
  listObjects: {
    method: 'GET',
    path: objects,
    ...everyCall,
    query: {
      ...everyCall.query,
      delimiter: 'text',
      endOffset: 'text',
      filter: 'text',
      includeFoldersAsPrefixes: 'text',
      includeTrailingDelimiter: 'text',
      matchGlob: 'text',
      maxResults: 'digits',
      pageToken: 'text',
      prefix: 'text',
      projection: 'Projection',
      softDeleted: 'text',
      startOffset: 'text',
      userProject: 'text',
      versions: 'text',
    },
    answers: { 200: 'ObjectList' },
  },
  getObject: {
    method: 'GET',
    path: `${objects}/{object:text}`,
    ...everyCall,
    query: {
      ...everyCall.query,
      generation: 'digits',
      ifGenerationMatch: 'digits',
      ifGenerationNotMatch: 'digits',
      ifMetagenerationMatch: 'digits',
      ifMetagenerationNotMatch: 'digits',
      projection: 'Projection',
      restoreToken: 'text',
      softDeleted: 'text',
      userProject: 'text',
    },
    answers: { 200: 'StoredObject' },
  },
} satisfies Record<string, OperationFacts>;

const records = {
  ObjectList: { items: 'StoredObject[]', kind: 'text', nextPageToken: 'text', prefixes: 'text[]' },
  StoredObject: {
    acl: 'object[]',
    bucket: 'text',
    cacheControl: 'text',
    componentCount: 'int32',
    contentDisposition: 'text',
    contentEncoding: 'text',
    contentLanguage: 'text',
    contentType: 'text',
    contexts: 'object',
    crc32c: 'base64',
    customTime: 'time',
    customerEncryption: 'object',
    etag: 'base64',
    eventBasedHold: 'boolean',
    generation: 'int64Text',
    hardDeleteTime: 'time',
    id: 'text',
    kind: 'text',
    kmsKeyName: 'text',
    md5Hash: 'base64',
    mediaLink: 'uri',
    metadata: 'text{}',
    metageneration: 'int64Text',
    name: 'text',
    owner: 'object',
    restoreToken: 'text',
    retention: 'object',
    retentionExpirationTime: 'time',
    selfLink: 'uri',
    size: 'int64Text',
    softDeleteTime: 'time',
    storageClass: 'text',
    temporaryHold: 'boolean',
    timeCreated: 'time',
    timeDeleted: 'time',
    timeFinalized: 'time',
    timeStorageClassUpdated: 'time',
    updated: 'time',
  },
} satisfies Facts['records'];

/** The part of the storage interface, version 1, that a reader of reports needs. */
export const storage = {
  operations,
  choices: { Alt: ['json', 'media'], Projection: ['full', 'noAcl'] },
  records,
} satisfies Facts;
