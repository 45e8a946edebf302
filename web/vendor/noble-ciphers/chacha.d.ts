// What the pages use of it.
export declare function chacha20(
  key: Uint8Array,
  nonce: Uint8Array,
  data: Uint8Array,
  output?: Uint8Array,
  counter?: number,
): Uint8Array;
