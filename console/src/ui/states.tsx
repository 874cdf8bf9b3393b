import { TradepostError } from '@tradepost/sdk';
import type { ReactNode } from 'react';
import { SignedOut } from '../session.ts';
import { Button } from './controls.tsx';
import styles from './states.module.css';

/** What stands where something is being read. It takes the room that is needed, so that nothing jumps. */
export const Loading = () => (
  <p className={styles.loading} role="status">
    Loading …
  </p>
);

export const NotFound = () => (
  <div className={styles.state}>
    <h1>There is nothing here</h1>
    <p>The address is not one of the console’s, or what it showed is gone, or is another organization’s.</p>
    <a href="/console/">To the start</a>
  </div>
);

/** A list without rows, and what to do next. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={styles.state}>
    <h2>{title}</h2>
    {children}
  </div>
);

/** What helps where the service refuses something. */
const advice: Readonly<Record<string, string>> = {
  last_admin: 'Make somebody else ADMIN first.',
  role_in_use: 'Give the members and API clients that have it another one first.',
};
const lost =
  'What you see is what was read before. If you were changing something, look whether it was done before you do it again.';

/** What is said of each kind of failure; the words of the service for all others. */
const words = (error: unknown): { title: string; text: string } => {
  if (error instanceof SignedOut)
    return {
      title: 'You are signed out',
      text: 'What you have entered is still here, and nothing was sent. Sign in beside this page, then come back and try again.',
    };
  const isAnswered = error instanceof TradepostError && error.code !== 'connection_lost';
  if (!isAnswered && !navigator.onLine) return { title: 'You are offline', text: lost };
  if (!(error instanceof TradepostError)) return { title: 'Something went wrong', text: String(error) };
  if (!isAnswered) return { title: 'The service does not answer', text: lost };
  if (error.code === 'second_factor_required')
    return { title: 'A second factor is required', text: error.message };
  if (error.status === 403)
    return {
      title: 'Your role does not allow this',
      text: `${error.message} An admin can give you another role.`,
    };
  if (error.status === 404)
    return { title: 'There is nothing here', text: 'It is gone, or is another organization’s.' };
  if (error.status === 412)
    return { title: 'Somebody else has changed it meanwhile', text: 'Read it again, then change it.' };
  const more = advice[error.code];
  return { title: 'This did not work', text: more ? `${error.message} ${more}` : error.message };
};

/** A failure in words, with what support needs to find it, and another try. */
export function Failure({ error, again }: { error: unknown; again?: (() => void) | undefined }) {
  const { title, text } = words(error);
  const details = error instanceof TradepostError ? error : undefined;
  return (
    <div className={styles.alert} role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      {details && details.errors.length > 0 && (
        <ul>
          {details.errors.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>
              <code>{pointer}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {details && (
        <p>
          <code>{details.code}</code> {details.requestId && <code>{details.requestId}</code>}
        </p>
      )}
      {error instanceof SignedOut && (
        <p>
          <a href="/console/" target="_blank" rel="noreferrer noopener">
            Sign in, in another tab
          </a>
        </p>
      )}
      {details?.code === 'second_factor_required' && (
        <p>
          <a href="/console/account">To your account</a>
        </p>
      )}
      {again && <Button onClick={again}>Try again</Button>}
    </div>
  );
}
