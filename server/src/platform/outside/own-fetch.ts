/**
 * Loads Node's built-in `fetch` before the `undici` package. The implementation that is loaded first sends all
 * requests, and the package rejects requests of the built-in `fetch` with a `content-length` from the caller.
 */
void new Headers();
