import { lazyRouteComponent as lazily } from '@tanstack/react-router';

/**
 * A page that is loaded when it is first shown. Where its file cannot be loaded the router loads the whole console again, for
 * another one may have taken its place; offline, that would leave nothing at all.
 */
export const lazyRouteComponent = ((importer, name) =>
  lazily(
    () =>
      importer().catch((cause: unknown) => {
        throw navigator.onLine ? cause : new Error('This page is not loaded yet.', { cause });
      }),
    name,
  )) as typeof lazily;
