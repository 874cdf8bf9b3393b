import { lazy, Suspense } from 'react';
import type { ConfirmProps } from './confirm-dialog.tsx';
import { Loading } from './states.tsx';

const load = () => import('./confirm-dialog.tsx');
const Dialog = lazy(async () => ({ default: (await load()).ConfirmDialog }));

// What dialogs are made of is a tenth of a page, and needed by few: it is there before it is asked for, after everything else.
if ('requestIdleCallback' in window) requestIdleCallback(() => void load().catch(() => {}));

/** Asks before something is done that cannot be taken back. */
export const Confirm = (props: ConfirmProps) => (
  <Suspense fallback={<Loading />}>
    <Dialog {...props} />
  </Suspense>
);
