// What the pages use of it.
export declare const sha256: {
  create(): { update(data: Uint8Array): unknown; digest(): Uint8Array };
};
