export { exportDatabase } from './export.ts';
export { importDatabase } from './import.ts';
