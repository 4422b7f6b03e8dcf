import { type Bus, type BusPlace, isNext } from '../../lib/turn/bus.ts'
import type { RoomNews } from '../hub/event.ts'
import type { Down } from './relay/entry.ts'

export type EdgeBus = Bus<RoomNews> & {
  /** Repeated entries, and those of a primary that was replaced, are left out. */
  take(entry: Down): void
  /** The primary's clock, as far as it is known; undefined before the first entry. */
  primaryNow(): number | undefined
  /** The age of the newest entry when it arrived. */
  lagMs(): number
}

type EdgeBusOptions = {
  monotonicMs: () => number
  /** Something was missed; `isNewStart` when by a start of the primary. */
  missed: (isNewStart: boolean) => void
}

/** Counts entries: the stream may repeat entries and lose some. */
export function createEdgeBus({ monotonicMs, missed }: EdgeBusOptions): EdgeBus {
  const followers = new Set<(place: BusPlace, news: RoomNews) => void>()
  let place: BusPlace | undefined
  let aheadMs: number | undefined
  let lagMs = 0

  function noteClock(at: number, isNewStart: boolean): void {
    const ahead = at - monotonicMs()
    // The entry with the shortest way tells the time best.
    aheadMs = isNewStart || aheadMs === undefined ? ahead : Math.max(aheadMs, ahead)
    lagMs = Math.round(monotonicMs() + aheadMs - at)
  }

  return {
    // Only the primary decides.
    publish() {},
    place: () => place ?? { epoch: 0, n: 0 },
    follow(heard) {
      followers.add(heard)
      return () => void followers.delete(heard)
    },
    take({ epoch, n, at, news }) {
      if (place && (epoch < place.epoch || (epoch === place.epoch && n <= place.n))) return
      const now = { epoch, n }
      const isNewStart = place?.epoch !== epoch
      const hasMissed = place !== undefined && !isNext(place, now)
      place = now
      noteClock(at, isNewStart)
      if (hasMissed || isNewStart) missed(isNewStart)
      for (const heard of followers) heard(now, news)
    },
    primaryNow: () => (aheadMs === undefined ? undefined : monotonicMs() + aheadMs),
    lagMs: () => lagMs,
  }
}
