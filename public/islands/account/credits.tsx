import { useSignal } from '@preact/signals'
import type { Credits } from '../../../src/casset/credit/model.ts'
import { say } from '../../../src/lib/language/say.ts'
import { pagePath } from '../../../src/lib/text/slug.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

type Asked = Credits['credits'][number]

export type CreditListProps = { credits: Credits['credits'] }

/** The names that are to lead to an account's page, and its answers. */
export default function CreditList({ credits }: CreditListProps) {
  const shown = useSignal(credits)
  const problem = useSignal('')
  const answer = async ({ id, name }: Asked, agreed: boolean) => {
    problem.value = ''
    const { error } = await api.credits({ id }).post({ agreed })
    if (error) {
      problem.value = troubleOf(error).text
      return
    }
    const state = agreed ? 'AGREED' : 'REFUSED'
    shown.value = shown.value.map((each) => (each.id === id ? { ...each, state } : each))
    announce(agreed ? say('“{name}” leads to your page.', { name }) : say('“{name}” stays a plain name.', { name }))
  }
  return (
    <>
      <ul class="rows decisions">
        {shown.value.map((each) => (
          <li key={each.id} id={each.id}>
            <Question asked={each} />
            <p class="acts">
              {each.state !== 'AGREED' && (
                <button type="button" class="key go needs-js" onClick={() => void answer(each, true)}>
                  {say('Yes, that is me')}
                </button>
              )}
              {each.state === 'ASKED' && (
                <button type="button" class="key needs-js" onClick={() => void answer(each, false)}>
                  {say('No thanks')}
                </button>
              )}
              {each.state === 'AGREED' && (
                <button type="button" class="key needs-js" onClick={() => void answer(each, false)}>
                  {say('Take back your yes')}
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </>
  )
}

const stateText = (state: Asked['state']): string => {
  if (state === 'ASKED') return say('Not answered yet.')
  return state === 'AGREED' ? say('You said yes: the name is a link.') : say('You said no: the name is no link.')
}

function Question({ asked: { name, casset, tracks, asker, state } }: { asked: Asked }) {
  return (
    <div>
      <p>
        {inParts(say('<who></who> names “{name}” on <casset></casset>', { name }), {
          who: () => <bdi>{asker.displayName}</bdi>,
          casset: () =>
            casset.slug === null ? (
              <b dir="auto">{casset.name}</b>
            ) : (
              <a href={pagePath(casset.slug)} dir="auto">
                {casset.name}
              </a>
            ),
        })}
      </p>
      <p class="hint">
        <bdi>{tracks.join(' · ')}</bdi>
      </p>
      <p class="hint">{stateText(state)}</p>
    </div>
  )
}
