export { type ConsoleFiles, openConsoleFiles } from './files.ts';
export { type Console, createConsole } from './routes.ts';
