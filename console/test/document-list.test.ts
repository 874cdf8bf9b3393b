import type { WorkloadOffer } from '@tradepost/sdk';
import { expect, test } from 'vitest';
import {
  documentsOf,
  fileIdOf,
  sizeInWords,
  withDocument,
  withoutDocument,
} from '../src/pages/offers/document-list.ts';

const offer = (info: object, metaInfo: object = {}): WorkloadOffer => ({ info, metaInfo });
const merged = offer(
  {
    eulaType: 'CUSTOM',
    eulaUrl: 'https://a.example/merged',
    additionalEulaUrls: ['fil_2', 'https://a.example/3'],
    eulaMergeOrder: [2, 1, 3],
  },
  { originalEulaInfo: { eulaUrl: 'fil_1', mergedEulaUrl: 'https://a.example/merged' } },
);

test('the documents are the selected ones, not the merged document', () => {
  expect(documentsOf(merged)).toEqual(['fil_1', 'fil_2', 'https://a.example/3']);
  expect(documentsOf(offer({ eulaUrl: 'fil_1' }))).toEqual(['fil_1']);
  expect(documentsOf(offer({ eulaUrl: '' }))).toEqual([]);
  expect(documentsOf({})).toEqual([]);
  // Another document was selected since.
  const changed = offer({ ...merged.info, eulaUrl: 'fil_9' }, merged.metaInfo);
  expect(documentsOf(changed)[0]).toBe('fil_9');
});

test('a document is added after the existing ones, beside a standard agreement', () => {
  expect(withDocument({}, 'fil_1')).toEqual({ eulaType: 'CUSTOM', eulaUrl: 'fil_1' });
  expect(withDocument(merged, 'fil_4')).toEqual({
    eulaType: 'CUSTOM',
    additionalEulaUrls: ['fil_2', 'https://a.example/3', 'fil_4'],
  });
  expect(withDocument(offer({ eulaType: 'SCMP' }), 'fil_1')).toEqual({
    eulaType: 'CUSTOM',
    attachEulaType: 'SCMP',
    eulaUrl: 'fil_1',
  });
});

test('the next document replaces the first; without documents the standard agreement applies alone', () => {
  expect(withoutDocument(merged, 0)).toEqual({
    eulaUrl: 'fil_2',
    additionalEulaUrls: ['https://a.example/3'],
    eulaMergeOrder: null,
  });
  expect(withoutDocument(merged, 2)).toEqual({
    eulaUrl: 'fil_1',
    additionalEulaUrls: ['fil_2'],
    eulaMergeOrder: null,
  });
  const nothing = { attachEulaType: null, eulaUrl: null, additionalEulaUrls: null, eulaMergeOrder: null };
  expect(withoutDocument(offer({ eulaType: 'CUSTOM', eulaUrl: 'fil_1' }), 0)).toEqual({
    eulaType: null,
    ...nothing,
  });
  expect(withoutDocument(offer({ eulaType: 'CUSTOM', attachEulaType: 'SCMP', eulaUrl: 'fil_1' }), 0)).toEqual(
    { eulaType: 'SCMP', ...nothing },
  );
});

test.each([
  ['fil_01abc', 'fil_01abc'],
  ['https://a.example/public/file/fil_01abc?organization=org_1', 'fil_01abc'],
  ['https://a.example/public/file/fil_01abc', 'fil_01abc'],
  ['https://a.example/fil_01abc', undefined],
  ['https://a.example/terms.pdf', undefined],
  ['javascript:fil_01abc', undefined],
])('%s is the file %s', (document, expected) => {
  expect(fileIdOf(document)).toBe(expected);
});

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1234, '1.2 kilobytes'],
  [10_485_760, '10.5 megabytes'],
])('%i is %s', (bytes, expected) => {
  expect(sizeInWords(bytes)).toBe(expected);
});
