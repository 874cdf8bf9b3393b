import { session } from './session.ts';

// Who has signed in is asked for while the console is still being loaded: that takes three answers of the service.
if (!/^\/console\/(callback|signed-out)$/.test(location.pathname)) session.prepare();
void import('./app.tsx');
