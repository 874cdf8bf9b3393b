/**
 * Loads Node's own `fetch`. Of it and the library it is made of, `undici`, whichever is loaded first sends the requests
 * of both; the library in another version refuses what `fetch` hands it (a `content-length` of the caller's).
 */
void new Headers();
