import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { asSentence } from '../../../src/lib/text/as-sentence.ts'
import type { Health as Found } from '../../../src/operate/desk/model.ts'
import type { Upgrade } from '../../../src/operate/upgrade/model.ts'
import { api } from '../../lib/api.ts'
import { Day } from '../../lib/day.tsx'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import { Backups } from './backups.tsx'
import { CopyNote } from './copy-note.tsx'
import { Maintenance } from './maintenance.tsx'
import { Version } from './version.tsx'
import { WhereSet } from './where-set.tsx'

export type HealthProps = Found & { upgrade: Upgrade }

const lookEveryMs = 1_000
const patienceMs = 120_000

const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

export default function Health({ upgrade, ...first }: HealthProps) {
  const health = useSignal<Found>(first)
  const said = useSignal('')
  const isBusy = useSignal(false)
  const look = async () => {
    const before = health.value.lookedAt
    const { error } = await api.desk['look-over'].post()
    if (error) {
      said.value = troubleOf(error).text
      return
    }
    isBusy.value = true
    said.value = say('Looking…')
    for (let waited = 0; waited < patienceMs; waited += lookEveryMs) {
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
      const { data } = await api.desk.health.get()
      if (!data || data.lookedAt === before) continue
      health.value = data
      break
    }
    isBusy.value = false
    said.value =
      health.value.lookedAt === before ? say('This is taking a while: load this page again later.') : say('Checked.')
  }
  const { findings, lookedAt, maintenance } = health.value
  const bad = findings.filter(({ ok, lost }) => !ok || lost)
  return (
    <>
      <CopyNote first={first.copy} />
      <section aria-labelledby="found" class="health">
        <h2 id="found">{headingOf(lookedAt, bad.length, findings.length)}</h2>
        <ul class="site-notes">
          {bad.map((finding) => (
            <li key={finding.name}>
              <h3>{capital(finding.title)}</h3>
              <p class="problem">{asSentence(finding.text ?? say('not well'))}</p>
              {finding.fix !== null && <p class="hint">{asSentence(finding.fix)}</p>}
              <WhereSet groups={finding.groups} />
              <p class="hint">{inParts(say('Since <day></day>'), { day: () => <Day iso={finding.since} /> })}</p>
            </li>
          ))}
        </ul>
        {lookedAt !== null && (
          <details class="desk-group">
            <summary>{say('All checks')}</summary>
            <ul class="health-all">
              {findings.map(({ name, title, ok, text }) => (
                <li key={name}>
                  <b>{title}</b>: {ok ? (text ?? say('well')) : say('not well')}
                </li>
              ))}
            </ul>
          </details>
        )}
        <div class="acts">
          <button
            type="button"
            class="key needs-js"
            aria-disabled={isBusy.value || undefined}
            onClick={() => void (isBusy.value || look())}
          >
            {isBusy.value ? say('Looking…') : say('Check now')}
          </button>
          <Said as="span" class="hint">
            {said}
          </Said>
        </div>
      </section>
      <Backups first={health.value.backups} />
      <Maintenance first={maintenance} />
      <Version first={upgrade} />
    </>
  )
}

function headingOf(lookedAt: string | null, bad: number, all: number): string {
  if (lookedAt === null) return say('Not checked yet')
  if (bad === 0) return say('All {all} checks passed', { all })
  return bad === 1 ? say('One thing needs you') : say('{bad} things need you', { bad })
}
