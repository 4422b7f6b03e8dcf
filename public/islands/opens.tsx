import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { spokenHour, wallClock } from '../../src/lib/spoken-hour.ts'

export type OpensProps = {
  opensAt: string
  /** The time zone of its artist. */
  zone: string
  nowMs: number
}

/**
 * The hour at which a tape opens, by its artist's clock and, where that differs, by the reader's.
 */
export default function Opens({ opensAt, zone, nowMs }: OpensProps) {
  const here = useSignal<string | null>(null)
  useEffect(() => {
    here.value = Intl.DateTimeFormat().resolvedOptions().timeZone
  }, [])
  const at = Date.parse(opensAt)
  const own = here.value
  return (
    <>
      <p>
        <b>
          Opens <time dateTime={opensAt}>{spokenHour(at, zone, nowMs)}</time> ({zone})
        </b>
      </p>
      {own !== null && wallClock(at, own) !== wallClock(at, zone) && (
        <p>That is {spokenHour(at, own, nowMs)} where you are.</p>
      )}
    </>
  )
}
