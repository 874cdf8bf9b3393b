import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { marketplacePartners } from '../src/marketplaces/index.ts';
import { labelOf, leftOutOfForms, offerForm } from '../src/offers/form/index.ts';
import type { OfferFormField } from '../src/offers/form-records.ts';
import { cases, context } from '../src/offers/prepare/findings.fixture.ts';
import { inspectOffer } from '../src/offers/prepare/index.ts';
import { OfferType } from '../src/offers/records.ts';
import { bodySchema, operations, resolve, type Schema } from './generated/operations.ts';
import { isTest, readSources } from './house/sources.ts';

const partners = [undefined, 'PAYA', ...marketplacePartners];
const types = (OfferType.meta()?.examples ?? []) as string[];

const fieldsOf = (partner: string | undefined, offerType: string): OfferFormField[] =>
  offerForm({ partner, offerType, listed: undefined }).flatMap(({ fields = [] }) => fields);

/** The fields of all forms, by their pointer. */
const all = new Map(
  partners.flatMap((partner) =>
    types.flatMap((type) =>
      fieldsOf(partner, type).map((field) => [field.pointer as string, field] as const),
    ),
  ),
);

/** Every field of the body of createOffer, nested ones too; `*` stands for items of lists. */
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

/** A field that is given as a whole, such as a price model, holds all below it. */
const isHeld = (pointer: string): boolean =>
  above(pointer).some((one) => all.has(one) && (one === pointer || all.get(one)?.kind === 'json'));
const isLeftOut = (pointer: string): boolean =>
  above(pointer).some((one) => Object.hasOwn(leftOutOfForms, one));
/** A record that has no value of its own is where its fields are. */
const below = (pointer: string) => body.filter((one) => one.startsWith(`${pointer}/`));

describe('every field of the body of createOffer', () => {
  test('is in a form, or left out for a reason', () => {
    expect(body.length).toBeGreaterThan(1500);
    const lost = body.filter(
      (pointer) => below(pointer).length === 0 && !isHeld(pointer) && !isLeftOut(pointer),
    );
    expect(lost).toEqual([]);
    const lists = body.filter((pointer) => below(pointer).some((one) => one.startsWith(`${pointer}/*/`)));
    expect(lists.filter((pointer) => !isHeld(pointer) && !isLeftOut(pointer))).toEqual([]);
  });

  test('and no form, and no reason, is of a field that there is not, or of one that has both', () => {
    expect([...all.keys(), ...Object.keys(leftOutOfForms)].filter((one) => !body.includes(one))).toEqual([]);
    expect([...all.keys()].filter(isLeftOut)).toEqual([]);
    for (const reason of Object.values(leftOutOfForms)) expect(reason).toMatch(/^[a-z].{5,}/);
  });
});

/** The field that a finding belongs to, as the operation says: its own, or the nearest above; else that of its record. */
const fieldOf = (pointer: string, known: readonly string[]): string | undefined => {
  const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  return above(place).find((one) => known.includes(one)) ?? known.find((one) => one.startsWith(`${place}/`));
};

describe('every finding meets its field', () => {
  const found = cases.flatMap(([title, offer]) =>
    inspectOffer(offer, context).findings.map(({ pointer }) => ({ title, offer, pointer })),
  );

  test('of those that are tried', () => {
    expect(found.length).toBeGreaterThan(80);
    const known = [...all.keys()];
    const lost = found.filter(
      ({ pointer }) => fieldOf(pointer, known) === undefined && !Object.hasOwn(leftOutOfForms, pointer),
    );
    expect(lost.map(({ pointer }) => pointer)).toEqual([]);
  });

  test('of those that the sources name', () => {
    const sources = ['offers', 'marketplaces'].flatMap((slice) =>
      readSources(path.join(import.meta.dirname, '../src', slice), /\.ts$/).filter(
        // An offer set has fields of its own.
        (source) => !isTest(source) && !source.file.endsWith('/offer-set.ts'),
      ),
    );
    const literal =
      /['`](\/(?:info|metaInfo|name|expireTime|endTime|offerType|partner|productID|buyerID|contactIds)\b[^'`]*)['`]/g;
    const named = new Set(
      sources.flatMap(({ text }) => [...text.matchAll(literal)].map((match) => match[1] as string)),
    );
    expect(named.size).toBeGreaterThan(50);
    // What is put together is met where it begins.
    const places = [...named].map((one) =>
      one.replaceAll(/\$\{(index|position)\}/g, '*').replace(/\/?\$\{.*$/, ''),
    );
    const known = [...all.keys()];
    const lost = places.filter((one) => fieldOf(one, known) === undefined && !isLeftOut(one));
    expect(lost).toEqual([]);
  });

  test('in the form of its own offer, where that is what it is empty of', () => {
    for (const partner of partners)
      for (const type of types) {
        const offer = { ...(partner ? { partner } : {}), offerType: type };
        const wrong = inspectOffer(offer as Parameters<typeof inspectOffer>[0], context).findings;
        const fields = fieldsOf(partner, type);
        const known = fields.map(({ pointer }) => pointer as string);
        // No form makes up for a type that there is not at this place.
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
  test('has words for every field, and each field once', () => {
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

  test('says of no field that it is of the marketplace that the form is for', () => {
    for (const partner of marketplacePartners) {
      const place = `; marketplace ${partner.slice(-1)}.`;
      expect(fieldsOf(partner, 'PRIVATE').filter(({ help = '' }) => help.endsWith(place))).toEqual([]);
    }
    expect(all.get('/info/mkCDuration')?.help).toContain('marketplace C');
  });

  test('has choices for what has known values', () => {
    for (const { kind, options, pointer } of all.values())
      if (kind === 'choice' || kind === 'choices') expect(options?.length, pointer).toBeGreaterThan(1);
  });

  test('is that of the place where it is sold, and of the type of offer', () => {
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
  ])('has the first words of %j as its label', (description, label) => {
    expect(labelOf('/info/netTermsInDays', { description })).toBe(label);
  });
});
