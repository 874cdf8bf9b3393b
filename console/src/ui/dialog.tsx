import { lazy, Suspense } from 'react';
import type { ConfirmProps, DialogProps } from './popups.tsx';
import { Loading } from './states.tsx';

export const loadPopups = () => import('./popups.tsx');
const Confirm = lazy(async () => ({ default: (await loadPopups()).ConfirmPopup }));
const Plain = lazy(async () => ({ default: (await loadPopups()).DialogPopup }));

// The code of popups has a tenth of a page's size, and few users need popups. The code is loaded on the first
// interaction with a page, so that it is ready in time. The popups report a failure.
const prepare = () => void loadPopups().catch(() => {});
for (const kind of ['pointermove', 'pointerdown', 'keydown'])
  addEventListener(kind, prepare, { once: true, passive: true });

/** A confirmation dialog for an irreversible action. */
export const ConfirmDialog = (props: ConfirmProps) => (
  <Suspense fallback={<Loading />}>
    <Confirm {...props} />
  </Suspense>
);

/** A dialog over the page, open as long as it is rendered. */
export const Dialog = (props: DialogProps) => (
  <Suspense fallback={null}>
    <Plain {...props} />
  </Suspense>
);
