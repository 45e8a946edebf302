// What the pages use of it.
export type Step = { op: "add" | "replace"; path: string; value: unknown } | { op: "remove"; path: string };
export declare function immutableJSONPatch<T>(
  document: T,
  operations: Step[],
  options?: { before?(document: unknown, operation: Step): void },
): T;
export declare function parsePath(document: unknown, pointer: string): string[];
