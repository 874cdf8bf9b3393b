import './own-fetch.ts';

export { Agent, buildConnector, type Dispatcher, request } from 'undici';
