export { headlessSchedule } from './headless.ts';
export { signupRoutes } from './routes.ts';
