// Events between the page's own modules, each with what it tells.

/**
 * What tells others of its events; `Events` are their names, each with what it tells.
 * @template {Record<string, unknown>} Events
 */
export class Emitter {
  #target = new EventTarget();

  /**
   * Calls a listener with what each event of that name tells; what it gives back ends that.
   * @template {keyof Events & string} N
   * @param {N} name
   * @param {(told: Events[N]) => unknown} listener
   */
  on(name, listener) {
    /** @param {Event} event */
    const heard = (event) => {
      listener(/** @type {CustomEvent<Events[N]>} */ (event).detail);
    };
    this.#target.addEventListener(name, heard);
    return () => this.#target.removeEventListener(name, heard);
  }

  /**
   * @template {keyof Events & string} N
   * @param {Events[N] extends void ? [name: N] : [name: N, told: Events[N]]} event
   */
  emit(...event) {
    const [name, detail] = event;
    this.#target.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
