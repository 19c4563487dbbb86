/** The injection token of the process's `Config`. */
export const CONFIG = Symbol('config');
