/**
 * Returns the id of something that the processor names by its id or, expanded, sends whole; the
 * empty text for nothing (docs.stripe.com/api/expanding_objects).
 */
export const idOf = (thing: string | { id: string } | null | undefined): string =>
  typeof thing === 'string' ? thing : (thing?.id ?? '')
