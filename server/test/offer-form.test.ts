import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { marketplacePartners } from '../src/marketplaces/index.ts';
import { labelOf, leftOutOfForms, offerForm } from '../src/offers/form/form.ts';
import type { OfferFormField } from '../src/offers/form/records.ts';
import { cases, context } from '../src/offers/prepare/findings.fixture.ts';
import { inspectOffer } from '../src/offers/prepare/prepare.ts';
import { OfferType } from '../src/offers/records.ts';
import { bodySchema, operations, resolve, type Schema } from './generated/operations.ts';
import { isTest, readSources } from './house/sources.ts';

const partners = [undefined, 'PAYA', ...marketplacePartners];
const types = (OfferType.meta()?.examples ?? []) as string[];

const fieldsOf = (partner: string | undefined, offerType: string): OfferFormField[] =>
  offerForm({ partner, offerType, listed: undefined }).flatMap(({ fields = [] }) => fields);

/** The fields of all forms, by pointer. */
const all = new Map(
  partners.flatMap((partner) =>
    types.flatMap((type) =>
      fieldsOf(partner, type).map((field) => [field.pointer as string, field] as const),
    ),
  ),
);

/** Returns every field of the createOffer body, including nested fields; `*` stands for list items. */
function fieldsOfBody(): string[] {
  const createOffer = operations.find(({ operationId }) => operationId === 'createOffer');
  const found = new Set<string>();
  const walk = (schema: Schema, pointer: string): void => {
    const { properties = {}, items, additionalProperties, anyOf = [] } = resolve(schema);
    for (const [name, field] of Object.entries(properties)) {
      found.add(`${pointer}/${name}`);
      walk(field, `${pointer}/${name}`);
    }
    if (items) walk(items, `${pointer}/*`);
    if (typeof additionalProperties === 'object') walk(additionalProperties, `${pointer}/*`);
    for (const other of anyOf) walk(other, pointer);
  };
  walk(bodySchema(createOffer?.requestBody) as Schema, '');
  return [...found];
}

const body = fieldsOfBody();
const above = (pointer: string): string[] =>
  pointer
    .split('/')
    .map((_, index, parts) => parts.slice(0, parts.length - index).join('/'))
    .filter((one) => one !== '');

/**
 * Returns whether a field of the form contains the pointer. A field with a composite value, such as a price
 * model, includes all nested fields.
 */
const isHeld = (pointer: string): boolean =>
  above(pointer).some((one) => all.has(one) && (one === pointer || all.get(one)?.kind === 'json'));
const isLeftOut = (pointer: string): boolean =>
  above(pointer).some((one) => Object.hasOwn(leftOutOfForms, one));
/** A record without its own value is covered by its fields. */
const below = (pointer: string) => body.filter((one) => one.startsWith(`${pointer}/`));

describe('every field of the body of createOffer', () => {
  test('is in a form, or omitted with a reason', () => {
    expect(body.length).toBeGreaterThan(1500);
    const lost = body.filter(
      (pointer) => below(pointer).length === 0 && !isHeld(pointer) && !isLeftOut(pointer),
    );
    expect(lost).toEqual([]);
    const lists = body.filter((pointer) => below(pointer).some((one) => one.startsWith(`${pointer}/*/`)));
    expect(lists.filter((pointer) => !isHeld(pointer) && !isLeftOut(pointer))).toEqual([]);
  });

  test('no form and no omission names an unknown field, and no field has both', () => {
    expect([...all.keys(), ...Object.keys(leftOutOfForms)].filter((one) => !body.includes(one))).toEqual([]);
    expect([...all.keys()].filter(isLeftOut)).toEqual([]);
    for (const reason of Object.values(leftOutOfForms)) expect(reason).toMatch(/^[a-z].{5,}/);
  });
});

/**
 * Returns the field for a finding: the field itself, the nearest parent field, or else the first field of the
 * record.
 */
const fieldOf = (pointer: string, known: readonly string[]): string | undefined => {
  const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  return above(place).find((one) => known.includes(one)) ?? known.find((one) => one.startsWith(`${place}/`));
};

describe('every finding has a field in the form', () => {
  const found = cases.flatMap(([title, offer]) =>
    inspectOffer(offer, context).findings.map(({ pointer }) => ({ title, offer, pointer })),
  );

  test('for the findings of the test cases', () => {
    expect(found.length).toBeGreaterThan(80);
    const known = [...all.keys()];
    const lost = found.filter(
      ({ pointer }) => fieldOf(pointer, known) === undefined && !Object.hasOwn(leftOutOfForms, pointer),
    );
    expect(lost.map(({ pointer }) => pointer)).toEqual([]);
  });

  test('for the pointers in the sources', () => {
    const sources = ['offers', 'marketplaces'].flatMap((slice) =>
      readSources(path.join(import.meta.dirname, '../src', slice), /\.ts$/).filter(
        // Offer sets have separate fields.
        (source) => !isTest(source) && !source.file.endsWith('/offer-set.ts'),
      ),
    );
    const literal =
      /['`](\/(?:info|metaInfo|name|expireTime|endTime|offerType|partner|productID|buyerID|contactIds)\b[^'`]*)['`]/g;
    const named = new Set(
      sources.flatMap(({ text }) => [...text.matchAll(literal)].map((match) => match[1] as string)),
    );
    expect(named.size).toBeGreaterThan(50);
    // A computed pointer is compared by its constant prefix.
    const places = [...named].map((one) =>
      one.replaceAll(/\$\{(index|position)\}/g, '*').replace(/\/?\$\{.*$/, ''),
    );
    const known = [...all.keys()];
    const lost = places.filter((one) => fieldOf(one, known) === undefined && !isLeftOut(one));
    expect(lost).toEqual([]);
  });

  test('for the required fields of an empty offer, in its own form', () => {
    for (const partner of partners)
      for (const type of types) {
        const offer = { ...(partner ? { partner } : {}), offerType: type };
        const wrong = inspectOffer(offer as Parameters<typeof inspectOffer>[0], context).findings;
        const fields = fieldsOf(partner, type);
        const known = fields.map(({ pointer }) => pointer as string);
        // An offer type that the marketplace does not support cannot be fixed by other fields.
        if (wrong.some(({ pointer }) => pointer === '/offerType')) continue;
        for (const { pointer } of wrong) {
          const met = fieldOf(pointer, known);
          expect(met, `${partner} ${type} ${pointer}`).toBeDefined();
          expect(
            fields.find((field) => field.pointer === met)?.required,
            `${partner} ${type} ${pointer}`,
          ).toBe(true);
        }
        const required = fields.filter((field) => field.required).map(({ pointer }) => pointer);
        expect(required.filter((one) => !wrong.some(({ pointer }) => pointer === one))).toEqual([]);
      }
  });
});

describe('a form', () => {
  test('has every field once, with a label', () => {
    for (const partner of partners)
      for (const type of ['PRIVATE', 'DEFAULT', 'CPPO', 'CPPO_OUT']) {
        const pointers = fieldsOf(partner, type).map(({ pointer }) => pointer);
        expect(new Set(pointers).size, `${partner} ${type}`).toBe(pointers.length);
      }
    for (const { label, help, pointer } of all.values()) {
      expect(label, pointer).toMatch(/^[A-Z0-9$].{1,59}$/);
      expect(help, pointer).not.toBe('');
    }
  });

  test('does not repeat the form’s own marketplace in a label', () => {
    for (const partner of marketplacePartners) {
      const place = `; marketplace ${partner.slice(-1)}.`;
      expect(fieldsOf(partner, 'PRIVATE').filter(({ help = '' }) => help.endsWith(place))).toEqual([]);
    }
    expect(all.get('/info/mkCDuration')?.help).toContain('marketplace C');
  });

  test('has choices for fields with known values', () => {
    for (const { kind, options, pointer } of all.values())
      if (kind === 'choice' || kind === 'choices') expect(options?.length, pointer).toBeGreaterThan(1);
  });

  test('depends on the marketplace and the type of offer', () => {
    const pointers = (partner: string | undefined, type: string) =>
      fieldsOf(partner, type).map(({ pointer }) => pointer);
    expect(pointers('MKC', 'PRIVATE')).toContain('/info/mkCDuration');
    expect(pointers('MKC', 'DEFAULT')).not.toContain('/info/mkCDuration');
    expect(pointers(undefined, 'PRIVATE').filter((one) => /mk[A-F]/.test(one ?? ''))).toEqual([]);
    for (const partner of marketplacePartners) {
      const others = marketplacePartners
        .filter((other) => other !== partner)
        .map((other) => `mk${other.at(-1)}`);
      const foreign = pointers(partner, 'PRIVATE').filter((one) =>
        others.some((prefix) => new RegExp(`/${prefix}[A-Z]`).test(one ?? '')),
      );
      expect(foreign, partner).toEqual([]);
    }
    const typesAt = (partner: string) =>
      fieldsOf(partner, 'PRIVATE')
        .find(({ pointer }) => pointer === '/offerType')
        ?.options?.map(({ value }) => value);
    expect(typesAt('MKA')).toEqual(expect.arrayContaining(['PRIVATE', 'CPPO']));
    expect(typesAt('MKA')).not.toContain('CPPO_IN');
    expect(typesAt('MKB')).not.toContain('CPPO');
  });

  test.each([
    ['Last moment of acceptance, `endTime` at the latest.', 'Last moment of acceptance'],
    ['Whether it renews by itself.', 'It renews by itself'],
    [`${'Very '.repeat(20)}long.`, 'Net terms in days'],
    ['', 'Net terms in days'],
  ])('uses the first words of %j as the label', (description, label) => {
    expect(labelOf('/info/netTermsInDays', { description })).toBe(label);
  });
});
