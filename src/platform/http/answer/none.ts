/** The body of a 204, after what was done for it. A promise has to be awaited first. */
export const none = <Done>(_: Done extends PromiseLike<unknown> ? never : Done): undefined => undefined
