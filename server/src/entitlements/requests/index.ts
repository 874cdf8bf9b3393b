export { answerRoutes } from './answer.ts';
export { answerJobHandler } from './answer-job.ts';
export { listRequests } from './list.ts';
export { lapseRequest, observeRequest, readUnknownRequests } from './observe.ts';
