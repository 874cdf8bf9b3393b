import { sharedDocument } from '../http/shared-documents.ts';

/** A PNG of 32 by 32 pixels. Browsers also accept a PNG as `favicon.ico`. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAMAAABEpIrGAAAACVBMVEUAAAALT5z////EL66VAAAAAXRSTlMAQObYZgAAADlJ' +
  'REFUeNpjYAACRhyAAQIY8QBC8mAVhBQwEgDUU8CEAQahAmRleLw5qmAIKSAr0VKeswhnXgLZHwCUdASPEPRFVAAAAABJRU5ErkJggg==';

export const icon = sharedDocument(Buffer.from(png, 'base64'), { 'content-type': 'image/png' }, 86_400);
