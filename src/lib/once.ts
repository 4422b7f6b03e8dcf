/**
 * Returns a function that makes something at its first call and returns it at each. For what is costly to make and not
 * needed by every start of the program: the first format of a date takes 6 ms, each other one a third of one.
 */
export function once<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
