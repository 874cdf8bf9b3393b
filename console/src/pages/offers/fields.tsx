import type { UseFormReturn } from 'react-hook-form';
import { Button, Field, Row, Stack } from '../../ui/controls.tsx';
import { choices } from './choices.ts';
import type { Draft, Findings } from './draft.ts';
import { Parties } from './parties.tsx';

type Props = { orgId: string; form: UseFormReturn<Draft>; findings: Findings };

/** The fields of an offer. A finding stands at the field that its pointer names. */
export function OfferFields({ orgId, form, findings }: Props) {
  const { register, watch } = form;
  const partners = choices.find(({ name }) => name === 'partner')?.options ?? [];
  const commits = watch('commits');
  return (
    <Stack>
      <Field label="Name" problem={findings.get('/name')} help="As the buyer reads it.">
        <input maxLength={500} {...register('name')} />
      </Field>
      <Field label="Marketplace" problem={findings.get('/partner')}>
        <select {...register('partner')}>
          {partners.map((partner) => (
            <option key={partner}>{partner}</option>
          ))}
          <option value="">Direct sale</option>
        </select>
      </Field>
      <Parties orgId={orgId} form={form} findings={findings} />
      <Field
        label="Buyer’s account at the marketplace"
        problem={findings.get('/info/buyerMkAAccountIds/0') ?? findings.get('/info/buyerMkAAccountIds')}
        help="Who can accept it. May be left empty in a test."
      >
        <input {...register('buyerAccount')} />
      </Field>
      <Field label="Currency" problem={findings.get('/info/currency')}>
        <input maxLength={3} {...register('currency')} />
      </Field>
      {commits.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a commit has no name but its place
        <fieldset key={at}>
          <legend>Commit {at + 1}</legend>
          <CommitFields form={form} findings={findings} at={at} />
        </fieldset>
      ))}
      <Row>
        <Button
          onClick={() =>
            form.setValue(
              'commits',
              [...commits, { key: '', rate: '', quantity: '1', length: '1', timeUnit: 'YEAR' }],
              { shouldDirty: true },
            )
          }
        >
          Another commit
        </Button>
      </Row>
      <Field
        label="Can be accepted until"
        problem={findings.get('/expireTime')}
        help="In your own time zone."
      >
        <input type="datetime-local" {...register('expireTime')} />
      </Field>
    </Stack>
  );
}

function CommitFields({ form: { register }, findings, at }: Omit<Props, 'orgId'> & { at: number }) {
  const problem = (field: string) => findings.get(`/info/commits/${at}/${field}`);
  return (
    <Row>
      <Field label="What is sold" problem={problem('key')}>
        <input maxLength={100} {...register(`commits.${at}.key`)} />
      </Field>
      <Field label="Price of one" problem={problem('rate')}>
        <input inputMode="decimal" {...register(`commits.${at}.rate`)} />
      </Field>
      <Field label="How many" problem={problem('quantity')}>
        <input inputMode="numeric" {...register(`commits.${at}.quantity`)} />
      </Field>
      <Field label="For" problem={problem('length')}>
        <input inputMode="numeric" {...register(`commits.${at}.length`)} />
      </Field>
      <Field label="Unit of time" problem={problem('timeUnit')}>
        <select {...register(`commits.${at}.timeUnit`)}>
          {['YEAR', 'MONTH', 'DAY'].map((unit) => (
            <option key={unit}>{unit}</option>
          ))}
        </select>
      </Field>
    </Row>
  );
}
