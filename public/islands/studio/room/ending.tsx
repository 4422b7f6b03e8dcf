import { say } from '../../../../src/lib/language/say.ts'
import { momentHere } from '../../../../src/lib/time/moment-text.ts'

const hourMs = 3_600_000

/** How long a mute or a ban may last, in hours; 0 for ever. */
const endings = () =>
  [
    { hours: 1, text: say('1 hour') },
    { hours: 24, text: say('1 day') },
    { hours: 7 * 24, text: say('1 week') },
    { hours: 0, text: say('For ever') },
  ] as const

/** Returns when something ends that begins now and lasts for some hours; null for ever. */
export const untilAfter = (hours: number): string | null =>
  hours === 0 ? null : new Date(Date.now() + hours * hourMs).toISOString()

type EndingProps = {
  id: string
  label: string
  /** When it ends at present; null for never, undefined where nothing was decided yet. */
  until?: string | null
  hours?: number
  onPick: (hours: number) => void
}

export const Ending = ({ id, label, until, hours, onPick }: EndingProps) => (
  <select
    id={id}
    aria-label={label}
    value={typeof until === 'string' ? 'kept' : String(hours ?? 0)}
    onChange={({ currentTarget }) => {
      if (currentTarget.value !== 'kept') onPick(Number(currentTarget.value))
    }}
  >
    {typeof until === 'string' && <option value="kept">{say('Until {time}', { time: momentHere(until) })}</option>}
    {endings().map((each) => (
      <option key={each.hours} value={String(each.hours)}>
        {each.text}
      </option>
    ))}
  </select>
)
