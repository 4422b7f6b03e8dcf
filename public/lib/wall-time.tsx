import { type Signal, useSignal } from '@preact/signals'
import { say } from '../../src/lib/language/say.ts'
import { momentIn } from '../../src/lib/time/moment-in.ts'
import { wallClock } from '../../src/lib/time/spoken-hour.ts'
import { focusOn } from './focus-on.ts'

/** A date and a time as a clock on the wall shows it, and the time zone of that clock. */
export type WallTime = { wall: Signal<string>; zone: Signal<string> }

/** Starts at a time in milliseconds, in a zone or else that of the browser. */
export function useWallTime(atMs: number, zoneOf?: string): WallTime {
  const zone = useSignal(zoneOf ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
  return { zone, wall: useSignal(wallClock(atMs, zone.value)) }
}

/** Returns the time in ISO 8601; null if there is no such time, which is then shown and focused. */
export function readWallTime({ wall, zone }: WallTime, id: string, problem: Signal<string>): string | null {
  const at = momentIn(zone.value, wall.value)
  if (at !== null) return new Date(at).toISOString()
  problem.value = say('Enter a date and a time that exist in this time zone.')
  focusOn(`#${id}`)
  return null
}

/** The two fields. `id`: of the time; `problemId`: of the text that says what is wrong with it. */
export function WallTimeFields({
  time: { wall, zone },
  id,
  problemId,
}: {
  time: WallTime
  id: string
  problemId: string
}) {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone.value])
  return (
    <>
      <label class="field">
        <span>{say('Date and time')}</span>
        <input
          id={id}
          type="datetime-local"
          required
          value={wall.value}
          aria-describedby={problemId}
          onInput={({ currentTarget }) => {
            wall.value = currentTarget.value
          }}
        />
      </label>
      <label class="field">
        <span>{say('Time zone')}</span>
        <select
          onChange={({ currentTarget }) => {
            zone.value = currentTarget.value
          }}
        >
          {[...zones].map((name) => (
            <option key={name} value={name} selected={name === zone.value}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}
