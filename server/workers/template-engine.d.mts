import type { Liquid } from 'liquidjs';

export declare const longestTemplate: number;
export declare const longestDateFormat: number;
export declare const plain: Liquid;
export declare const html: Liquid;
export declare const markdown: Liquid;
