// What the pages use of it.
export declare function existsIn(document: unknown, path: string[]): boolean;
