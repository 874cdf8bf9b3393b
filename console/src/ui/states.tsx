import { TradepostError } from '@tradepost/sdk';
import type { ReactNode } from 'react';
import { SessionExpired } from '../session.ts';
import { Callout } from './callout.tsx';
import { Button } from './controls.tsx';

/** A loading placeholder with the size of the content, so that the layout does not shift. */
export const Loading = ({ lines = 3 }: { lines?: number }) => (
  <div className="grid min-h-32 content-start gap-3 py-2" role="status">
    <span className="sr-only">Loading …</span>
    {Array.from({ length: lines }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other name
      <span key={at} className={`skeleton h-4 ${['w-1/2', 'w-3/4', 'w-2/3'][at % 3]}`} />
    ))}
  </div>
);

export const NotFound = () => (
  <div className="grid justify-items-start gap-3 py-8">
    <h1>Page not found</h1>
    <p className="text-quiet">
      This page does not exist, or the record was deleted or belongs to another organization.
    </p>
    <a href="/console/">Go to the overview</a>
  </div>
);

/** A list without rows, with the next step. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line px-4 py-12 text-center text-quiet">
    <h2 className="text-ink">{title}</h2>
    {children}
  </div>
);

/** Advice for the service's errors. */
const advice: Readonly<Record<string, string>> = {
  last_admin: 'Make another member ADMIN first.',
  role_in_use: 'Assign another role to its members and API clients first.',
};
const lost =
  'The page shows the last known data. If you were making a change, check whether it was applied before you repeat it.';

/** Returns the text for a failure; by default, the service's text. */
const words = (error: unknown): { title: string; text: string } => {
  if (error instanceof SessionExpired)
    return {
      title: 'You are signed out',
      text: 'Your input is still here, and nothing was sent. Sign in on another tab, then come back and try again.',
    };
  const isAnswered = error instanceof TradepostError && error.code !== 'connection_lost';
  if (!isAnswered && !navigator.onLine) return { title: 'You are offline', text: lost };
  if (!(error instanceof TradepostError)) return { title: 'Unexpected error', text: String(error) };
  if (!isAnswered) return { title: 'The service is not responding', text: lost };
  if (error.code === 'second_factor_required')
    return { title: 'A second factor is required', text: error.message };
  if (error.status === 403)
    return /role/.test(error.message)
      ? { title: 'Your role does not allow this', text: `${error.message} An admin can change your role.` }
      : { title: 'You may not do this', text: error.message };
  if (error.status === 404)
    return { title: 'Page not found', text: 'The record was deleted or belongs to another organization.' };
  if (error.status === 412)
    return { title: 'Another member has changed this record', text: 'Reload it, then repeat your change.' };
  const more = advice[error.code];
  return { title: 'The request failed', text: more ? `${error.message} ${more}` : error.message };
};

/** A human-readable failure, with the request id for support and a retry button. */
export function Failure({ error, again }: { error: unknown; again?: (() => void) | undefined }) {
  const { title, text } = words(error);
  const details = error instanceof TradepostError ? error : undefined;
  return (
    <Callout
      kind="error"
      role="alert"
      title={title}
      fix={
        <>
          {error instanceof SessionExpired && (
            <a href="/console/" target="_blank" rel="noreferrer noopener">
              Sign in on another tab
            </a>
          )}
          {details?.code === 'second_factor_required' && <a href="/console/account">Go to your account</a>}
          {again && <Button onClick={again}>Try again</Button>}
        </>
      }
    >
      <p>{text}</p>
      {details && details.errors.length > 0 && (
        <ul className="list-disc pl-5">
          {details.errors.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>
              <code>{pointer}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {details && (
        <p className="text-xs">
          <code>{details.code}</code> {details.requestId && <code>{details.requestId}</code>}
        </p>
      )}
    </Callout>
  );
}
