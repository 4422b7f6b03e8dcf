import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import type { Health } from '../../../src/operate/desk/model.ts'
import { api } from '../../lib/api.ts'
import { Day } from '../../lib/day.tsx'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import { untilBackedUp } from './until-backed-up.ts'

type Backups = Health['backups']

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
    backups.value = await untilBackedUp()
    said.value = backups.value.problem === null ? say('Backup made and verified.') : ''
  }
  useEffect(() => {
    if (first.isRunning) void untilMade()
  }, [])
  return (
    <section aria-labelledby="backups" class="health">
      <h2 id="backups">{headingOf(place, goodDays, problem)}</h2>
      {place === null ? (
        <p>
          {inParts(
            say('Name a folder on another disk, or a bucket, under <a>Desk, Backups</a>. Then one is made each night.'),
            { a: (text) => <a href="/desk">{text}</a> },
          )}
        </p>
      ) : (
        <p>
          {inParts(placeText(place, isEncrypted), { span: (text) => <span class="mono">{text}</span> })}
          {goodAt !== null && (
            <> {inParts(say('The last good backup is from <day></day>.'), { day: () => <Day iso={goodAt} /> })}</>
          )}
          {restoredAt !== null && (
            <> {inParts(say('A test restore last worked on <day></day>.'), { day: () => <Day iso={restoredAt} /> })}</>
          )}
        </p>
      )}
      {problem !== null && <p class="problem">{say('The last one failed: {problem}', { problem })}</p>}
      {trialProblem !== null && (
        <p class="problem">
          {say('A test restore failed: {trialProblem}. Older backups are kept until one works.', {
            trialProblem: trialProblem.replace(/\.$/, ''),
          })}
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
            {isRunning ? say('Backing up…') : say('Back up now')}
          </button>
        </div>
      )}
      <Said class="hint">{said}</Said>
    </section>
  )
}

const placeText = (place: string, isEncrypted: boolean): string =>
  isEncrypted
    ? say(
        'A backup is added to <span>{place}</span> each night, encrypted. Those of 7 days, 4 weeks and 12 months are kept.',
        { place },
      )
    : say(
        'A backup is added to <span>{place}</span> each night, not encrypted. Those of 7 days, 4 weeks and 12 months are kept.',
        { place },
      )

function headingOf(place: string | null, days: number | null, problem: string | null): string {
  if (place === null) return say('No automatic backups')
  if (days === null) return problem === null ? say('The first backup is made tonight') : say('No good backup yet')
  if (days === 0) return say('The last good backup is from today')
  return days === 1
    ? say('The last good backup is a day old')
    : say('The last good backup is {days} days old', { days })
}
