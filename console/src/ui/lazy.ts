import { lazyRouteComponent as lazily } from '@tanstack/react-router';

/**
 * A page whose code is loaded when it is first shown. If loading fails, the router reloads the console, because a newer
 * build may have replaced the page. Offline, a failure is reported instead, because a reload would result in an empty
 * page.
 */
export const lazyRouteComponent = ((importer, name) =>
  lazily(
    () =>
      importer().catch((cause: unknown) => {
        throw navigator.onLine ? cause : new Error('The page is still loading.', { cause });
      }),
    name,
  )) as typeof lazily;
