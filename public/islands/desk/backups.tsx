import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Health } from '../../../src/operate/desk/model.ts'
import { api } from '../../lib/api.ts'
import { Day } from '../../lib/day.tsx'
import { troubleOf } from '../../lib/trouble.ts'

const lookEveryMs = 1_500

type Backups = Health['backups']

/** The nightly backups: the last good one, where they are, and making one now. */
export function Backups({ first }: { first: Backups }) {
  const backups = useSignal(first)
  const said = useSignal('')
  const { place, isEncrypted, isRunning, goodAt, goodDays, restoredAt, problem, trialProblem } = backups.value
  const make = async () => {
    const { error } = await api.desk.backup.post()
    if (error) {
      said.value = troubleOf(error).text
      return
    }
    backups.value = { ...backups.value, isRunning: true }
    await untilMade()
  }
  const untilMade = async () => {
    while (backups.value.isRunning) {
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
      const { data } = await api.desk.health.get()
      if (data) backups.value = data.backups
    }
    said.value = backups.value.problem === null ? 'Made, and read again.' : ''
  }
  useEffect(() => {
    if (first.isRunning) void untilMade()
  }, [])
  return (
    <section aria-labelledby="backups" class="health">
      <h2 id="backups">{headingOf(place, goodDays)}</h2>
      {place === null ? (
        <p>
          Name a folder on another disk, or a bucket, under <a href="/desk">Desk, Backups</a>. Then one is made each
          night.
        </p>
      ) : (
        <p>
          Each night one is added to <span class="mono">{place}</span>
          {isEncrypted ? ', encrypted' : ', not encrypted'}; 7 days, 4 weeks and 12 months of them stay.
          {goodAt !== null && (
            <>
              {' '}
              The last good one is of <Day iso={goodAt} />.
            </>
          )}
          {restoredAt !== null && (
            <>
              {' '}
              One was last restored on trial on <Day iso={restoredAt} />.
            </>
          )}
        </p>
      )}
      {problem !== null && <p class="problem">The last one failed: {problem}</p>}
      {trialProblem !== null && (
        <p class="problem">
          A backup could not be restored on trial: {trialProblem.replace(/\.$/, '')}. No older one is removed until one
          can.
        </p>
      )}
      {place !== null && (
        <div class="acts">
          <button
            type="button"
            class="key needs-js"
            aria-disabled={isRunning || undefined}
            onClick={() => void (isRunning || make())}
          >
            {isRunning ? 'Backing up…' : 'Back up now'}
          </button>
        </div>
      )}
      <p role="status" class="hint">
        {said}
      </p>
    </section>
  )
}

function headingOf(place: string | null, days: number | null): string {
  if (place === null) return 'No backup is made by itself'
  if (days === null) return 'No good backup yet'
  if (days === 0) return 'The last good backup is of today'
  return days === 1 ? 'The last good backup is a day old' : `The last good backup is ${days} days old`
}
