import { useSignal } from '@preact/signals'
import { problemOf } from '../../../lib/api.ts'
import type { ReleaseState } from './state.ts'
import { decisionWords, scopeWords } from './words.ts'

/** What others may do with a release: one switch of four positions for each scope, saved at once. */
export function Permissions({ state }: { state: ReleaseState }) {
  const problem = useSignal('')
  const said = useSignal('')
  const decide = async (scope: keyof typeof scopeWords, decision: (typeof decisionWords)[number]['value']) => {
    problem.value = ''
    said.value = ''
    const { error } = await state.decide(scope, decision)
    if (error) problem.value = problemOf(error)
    else said.value = 'Saved'
  }
  return (
    <div class="permissions">
      {state.policies.value.map(({ scope, decision: present }) => (
        <fieldset key={scope} class="stickers permission">
          <legend>{scopeWords[scope]}</legend>
          <div>
            {decisionWords.map(({ value, text }) => (
              <label key={value}>
                <input
                  type="radio"
                  name={`permission-${scope}`}
                  value={value}
                  checked={present === value}
                  onChange={() => void decide(scope, value)}
                />
                <span>{text}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <p class="problem" role="alert">
        {problem}
      </p>
      <span class="hand said" role="status">
        {said}
      </span>
    </div>
  )
}
