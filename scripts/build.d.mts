/** The compiler's settings, shared with the tests. */
export declare const SWC: object;
/** Compiles to dist/ when a source is newer than the last build, or always with `force`. */
export declare function build(options?: { force?: boolean }): Promise<void>;
