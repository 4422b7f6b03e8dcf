/**
 * The position of an event among all of one process: `n` rises by one, and each start of the
 * program is an epoch of its own, above all earlier ones.
 */
export type BusPlace = { readonly epoch: number; readonly n: number }

/** A channel for events, which are published after the commit. */
export type Bus<Event> = {
  /** Informs all followers. It never waits and never throws. */
  publish(event: Event): void
  /** Calls `heard` with each event from now on. Returns a function that ends it. */
  follow(heard: (place: BusPlace, event: Event) => void): () => void
  place(): BusPlace
}

export const isNext = (before: BusPlace, { epoch, n }: BusPlace): boolean =>
  before.epoch === epoch && before.n + 1 === n

/** Creates a bus within this process. `failed` gets the errors that followers throw. */
export function createBus<Event>(epoch: number, failed: (thrown: unknown) => void): Bus<Event> {
  const followers = new Set<(place: BusPlace, event: Event) => void>()
  let n = 0
  return {
    publish(event) {
      n += 1
      for (const heard of followers) {
        try {
          heard({ epoch, n }, event)
        } catch (thrown) {
          failed(thrown)
        }
      }
    },
    place: () => ({ epoch, n }),
    follow(heard) {
      followers.add(heard)
      return () => void followers.delete(heard)
    },
  }
}
