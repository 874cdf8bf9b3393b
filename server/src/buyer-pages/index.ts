export { answerForSeller, type Brands, brandOf } from './brand.ts';
