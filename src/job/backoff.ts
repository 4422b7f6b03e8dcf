/** How long a failed job rests: `firstMs` at first, twice as long after each further attempt, at most `capMs`. */
export type Backoff = { readonly firstMs: number; readonly capMs: number }

/** Two seconds at first, an hour at most. */
export const defaultBackoff: Backoff = { firstMs: 2_000, capMs: 3_600_000 }

/** The rest after so many attempts have failed. */
export const restMs = ({ firstMs, capMs }: Backoff, attempts: number): number =>
  Math.min(capMs, firstMs * 2 ** Math.min(attempts - 1, 40))
