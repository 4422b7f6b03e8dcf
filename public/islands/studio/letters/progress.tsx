import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { numberText } from '../../../../src/lib/language/formats.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { Day } from '../../../lib/day.tsx'
import { Said } from '../../../lib/said.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import type { LetterState } from './letter.tsx'

const askAgainMs = 3_000

const words = () =>
  ({
    DRAFT: say('Being written'),
    SCHEDULED: say('Waits for its hour'),
    GATHERING: say('Gathering its readers'),
    SENDING: say('Being sent'),
    SENT: say('Sent ## a letter'),
    STOPPED: say('Stopped ## a letter'),
  }) as const

export function Progress({ letter }: LetterState) {
  const problem = useSignal('')
  const { id, state, figures, begunAt, path, isPublic, revision } = letter.value
  const isMoving = state === 'SCHEDULED' || state === 'GATHERING' || state === 'SENDING'
  useEffect(() => {
    if (!isMoving) return undefined
    const timer = setInterval(async () => {
      const { data } = await api.studio.letters({ id }).get()
      if (data) letter.value = data.letter
    }, askAgainMs)
    return () => clearInterval(timer)
  }, [isMoving])
  const stop = async () => {
    const { data, error } = await api.studio.letters({ id }).stop.post({})
    problem.value = error ? troubleOf(error).text : ''
    if (data) letter.value = data.letter
  }
  const sendAgain = async () => {
    const { data, error } = await api.studio.letters({ id }).again.post({})
    problem.value = error ? troubleOf(error).text : ''
    if (data) letter.value = data.letter
  }
  const show = async (next: boolean) => {
    const { data, error } = await api.studio.letters({ id }).patch({ revision, isPublic: next })
    problem.value = error ? troubleOf(error).text : ''
    if (data) letter.value = data.letter
  }
  const hasEnded = state === 'SENT' || state === 'STOPPED'
  const missing = figures.recipients - figures.sent - figures.skipped
  const isBegun = state === 'SENDING' || state === 'SENT' || state === 'STOPPED'
  return (
    <section class="letter-progress stack" aria-label={say('How it goes')}>
      <h2 tabIndex={-1}>{letter.value.subject}</h2>
      <Said>
        {words()[state]}
        {begunAt !== null && (
          <>
            {' '}
            · <Day iso={begunAt} />
          </>
        )}
      </Said>
      {letter.value.problem !== null && (
        <p class="problem">
          {state === 'SENDING'
            ? say('It waits for the mail server and goes on automatically: {problem}', {
                problem: letter.value.problem,
              })
            : say('It could not be sent: {problem}', { problem: letter.value.problem })}
        </p>
      )}
      {isBegun && <Figures figures={figures} />}
      <Said role="alert" class="problem">
        {problem.value}
      </Said>
      <p class="acts">
        {(state === 'SENDING' || state === 'GATHERING') && (
          <button type="button" class="key bad needs-js" onClick={() => void stop()}>
            {say('Stop sending')}
          </button>
        )}
        {hasEnded && missing > 0 && (
          <button type="button" class="key needs-js" onClick={() => void sendAgain()}>
            {say('Send to {readers, plural, one {# reader} other {# readers}} who did not get it', {
              readers: missing,
            })}
          </button>
        )}
        {isBegun && (
          <button type="button" class="key needs-js" onClick={() => void show(!isPublic)}>
            {isPublic ? say('Take its page away') : say('Give it a page')}
          </button>
        )}
        {path !== null && (
          <a class="key" href={path}>
            {say('Its page')}
          </a>
        )}
      </p>
    </section>
  )
}

type Figures = LetterState['letter']['value']['figures']

type Line = [name: string, value: number]

/** The figures of a letter: nobody's opening or clicking is known. */
const Figures = ({ figures }: { figures: Figures }) => {
  const lines: Line[] = [
    [say('Readers'), figures.recipients],
    [say('Sent ## how many emails'), figures.sent],
    ...(figures.unsure > 0 ? [[say('Of these, answer lost ## how many emails'), figures.unsure] satisfies Line] : []),
    [say('Failed ## how many emails'), figures.failed],
    [say('Left before ## how many readers'), figures.skipped],
    [say('Unsubscribed ## how many readers'), figures.unsubscribed],
    [say('Complained ## how many readers'), figures.complaints],
    [say('Purchases by its links'), figures.collects],
  ]
  return (
    <>
      <dl class="letter-figures">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="mono">{numberText(value)}</dd>
          </div>
        ))}
      </dl>
      {figures.unsure > 0 && (
        <p class="hint">
          {say(
            'Answer lost: the mail server was given these emails, and the connection or the program ended before it said yes. They almost certainly arrived, and are not repeated, so that nobody gets a letter twice.',
          )}
        </p>
      )}
    </>
  )
}
