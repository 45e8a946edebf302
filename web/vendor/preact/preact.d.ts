// What the pages use of it.
export interface VNode {
  type: unknown;
  props: unknown;
  key: unknown;
}
export declare function createElement(type: unknown, props: object | null, ...children: unknown[]): VNode;
export declare const Fragment: unknown;
export declare function render(node: VNode, parent: Element): void;
