import { useQuery } from '@tanstack/react-query';
import type { TotpEnrolment } from '@tradepost/sdk';
import { type FormEvent, useState } from 'react';
import { queries, tradepost } from '../../api.ts';
import { Card } from '../../ui/card.tsx';
import { useOnce } from '../../ui/change.ts';
import { Button, Field, Row, Stack } from '../../ui/controls.tsx';
import { Facts } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Passkeys } from './passkeys.tsx';

const queryKey = ['me', 'second-factors'] as const;

/** The user's authenticator app and recovery codes, which can be set up, replaced and removed. */
export function SecondFactor() {
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => tradepost.account.getMySecondFactors({ signal }),
  });
  const [enrolment, setEnrolment] = useState<TotpEnrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Card id="second-factor" title="Second factor">
      {error && <Failure error={error} />}
      {data && !data.totp && !data.passkeys?.length && (
        <p>No second factor is set up. Some organizations require one before you can use them.</p>
      )}
      {data && (data.totp || (data.passkeys?.length ?? 0) > 0) && (
        <Facts
          of={[
            ['Authenticator app', <Time key="since" at={data.totpSince} />],
            ['Unused recovery codes', data.recoveryCodesLeft],
          ]}
        />
      )}
      {codes && <RecoveryCodes codes={codes} done={() => setCodes(undefined)} />}
      {enrolment && (
        <ConfirmForm
          enrolment={enrolment}
          done={(made) => {
            setEnrolment(undefined);
            setCodes(made);
          }}
        />
      )}
      {data && !enrolment && !codes && (
        <>
          <ChangeForm isSetUp={data.totp === true} begun={setEnrolment} renewed={setCodes} />
          <Passkeys passkeys={data.passkeys ?? []} queryKey={queryKey} made={setCodes} />
        </>
      )}
    </Card>
  );
}

type Changes = {
  isSetUp: boolean;
  begun: (enrolment: TotpEnrolment) => void;
  renewed: (codes: readonly string[]) => void;
};
type Action = 'begin' | 'renew' | 'remove';

/** The form for all changes to second factors, which require the password. */
function ChangeForm({ isSetUp, begun, renewed }: Changes) {
  const [currentPassword, setPassword] = useState('');
  const change = useOnce(
    queryKey,
    async (action: Action) => {
      const body = { currentPassword };
      if (action === 'begin') begun(await tradepost.account.beginTotp(body));
      else if (action === 'renew') renewed((await tradepost.account.renewRecoveryCodes(body)).recoveryCodes);
      else await tradepost.account.removeTotp(body);
    },
    () => setPassword(''),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.send('begin');
  };
  const isOff = change.isPending || currentPassword === '';
  return (
    <form onSubmit={submit}>
      <Stack>
        <Field label="Your password, to change the second factor">
          <input
            type="password"
            autoComplete="current-password"
            value={currentPassword}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Field>
        {change.error && <Failure error={change.error} />}
        <Row>
          <Button type="submit" disabled={isOff}>
            {isSetUp ? 'Replace authenticator app' : 'Set up authenticator app'}
          </Button>
          {isSetUp && (
            <>
              <Button disabled={isOff} onClick={() => change.send('renew')}>
                Create new recovery codes
              </Button>
              <Button kind="danger" disabled={isOff} onClick={() => change.send('remove')}>
                Remove authenticator app
              </Button>
            </>
          )}
        </Row>
      </Stack>
    </form>
  );
}

type ConfirmFormProps = { enrolment: TotpEnrolment; done: (codes: readonly string[]) => void };

function ConfirmForm({ enrolment: { secret, uri }, done }: ConfirmFormProps) {
  const [code, setCode] = useState('');
  const confirm = useOnce(
    queryKey,
    () => tradepost.account.confirmTotp({ code }),
    ({ recoveryCodes }) => {
      done(recoveryCodes);
      // The user can now access organizations that require a second factor.
      void queries.invalidateQueries();
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.send();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <p>
          Enter this secret in your authenticator app, or <a href={uri}>open the app</a> on this device:
        </p>
        <p>
          <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <Field label="Code from the app">
          <input
            value={code}
            required
            maxLength={40}
            inputMode="numeric"
            autoComplete="one-time-code"
            onChange={({ target }) => setCode(target.value)}
          />
        </Field>
        {confirm.error && <Failure error={confirm.error} />}
        <Row>
          <Button type="submit" disabled={confirm.isPending}>
            Confirm
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

const RecoveryCodes = ({ codes, done }: { codes: readonly string[]; done: () => void }) => (
  <div role="status">
    <p>
      Store these recovery codes in a safe place. Each one signs you in once without the app. They are not
      shown again.
    </p>
    <ul>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <Button onClick={done}>I have stored them</Button>
  </div>
);
