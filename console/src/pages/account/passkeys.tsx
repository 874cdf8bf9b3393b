import { type FormEvent, useState } from 'react';
import { queries, tradepost } from '../../api.ts';
import { useOnce } from '../../ui/change.ts';
import { Button, Field, Row, Stack } from '../../ui/controls.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';

type Passkey = {
  id?: string | undefined;
  name?: string | undefined;
  creationTime?: string | undefined;
  lastUsedAt?: string | undefined;
};
type Props = {
  passkeys: readonly Passkey[];
  queryKey: readonly unknown[];
  made: (codes: readonly string[]) => void;
};

/** Browser functions for WebAuthn that are missing in TypeScript's types. */
type Credentials = {
  parseCreationOptionsFromJSON?: (options: unknown) => PublicKeyCredentialCreationOptions;
};

/**
 * Creates a passkey with the authenticator of this device.
 * @throws a readable error if the browser does not support passkeys
 */
async function create(options: unknown): Promise<Record<string, unknown>> {
  const kind = window.PublicKeyCredential as unknown as Credentials | undefined;
  if (!kind?.parseCreationOptionsFromJSON) throw new Error('This browser does not support passkeys.');
  const publicKey = kind.parseCreationOptionsFromJSON(options);
  const credential = (await navigator.credentials.create({ publicKey })) as unknown as {
    toJSON(): Record<string, unknown>;
  } | null;
  if (!credential) throw new Error('No passkey was created.');
  return credential.toJSON();
}

type PasskeyListProps = { passkeys: readonly Passkey[]; isOff: boolean; remove: (id: string) => void };

const List = ({ passkeys, isOff, remove }: PasskeyListProps) => (
  <ul className="grid gap-2.5">
    {passkeys.map(({ id = '', name, creationTime, lastUsedAt }) => (
      <li key={id}>
        {name}, added <Time at={creationTime} />, last used <Time at={lastUsedAt} />{' '}
        <Button kind="danger" disabled={isOff} onClick={() => remove(id)}>
          Remove
        </Button>
      </li>
    ))}
  </ul>
);

/** The user's passkeys, which can be registered, renamed and removed. */
export function Passkeys({ passkeys, queryKey, made }: Props) {
  const [currentPassword, setPassword] = useState('');
  const [name, setName] = useState('');
  const registration = useOnce(
    queryKey,
    async () => {
      const { options, state } = await tradepost.account.beginPasskey({ currentPassword });
      const credential = await create(options);
      return tradepost.account.registerPasskey({ name: name.trim(), state, credential });
    },
    ({ recoveryCodes }) => {
      setPassword('');
      setName('');
      if (recoveryCodes) made(recoveryCodes);
      // The user can now access organizations that require a second factor.
      void queries.invalidateQueries();
    },
  );
  const removal = useOnce(queryKey, (id: string) => tradepost.account.removePasskey(id, { currentPassword }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    registration.send();
  };
  const isBusy = registration.isPending || removal.isPending;
  const error = registration.error ?? removal.error;
  return (
    <form onSubmit={submit}>
      <Stack>
        <h3>Passkeys</h3>
        <List passkeys={passkeys} isOff={isBusy || currentPassword === ''} remove={removal.send} />
        <Field label="Name of a new passkey">
          <input
            value={name}
            required
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Field label="Your password, to add or remove a passkey">
          <input
            type="password"
            required
            autoComplete="current-password"
            value={currentPassword}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Field>
        {error && <Failure error={error} />}
        <Row>
          <Button type="submit" disabled={isBusy}>
            Add passkey
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
