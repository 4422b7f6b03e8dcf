import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import { spokenHour, wallClock } from '../../src/lib/time/spoken-hour.ts'
import { inParts } from '../lib/in-parts.tsx'

export type OpensProps = {
  opensAt: string
  zone: string
  nowMs: number
}

/** Shows the hour by the artist's clock and, where that differs, by the reader's. */
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
          {inParts(say('Opens <time>{hour}</time> ({zone})', { hour: spokenHour(at, zone, nowMs), zone }), {
            time: (text) => <time dateTime={opensAt}>{text}</time>,
          })}
        </b>
      </p>
      {own !== null && wallClock(at, own) !== wallClock(at, zone) && (
        <p>{say('That is {hour} where you are.', { hour: spokenHour(at, own, nowMs) })}</p>
      )}
    </>
  )
}
