import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import type { Prices } from '../../../../src/lib/money/price.ts'
import { problemOf } from '../../../lib/api.ts'
import { Fold } from '../../../lib/fold.tsx'
import type { Payable } from '../../../lib/obstacle-hint.tsx'
import { Said } from '../../../lib/said.tsx'
import { saving } from '../../../lib/save-state.ts'
import { decisionLabels, scopeLabels } from './labels.ts'
import { LicenseTerms } from './license-terms.tsx'
import { PresetKeys } from './preset-keys.tsx'
import type { ReleaseState } from './state.ts'

export function Permissions({ state, ...sale }: Payable & { state: ReleaseState; currency: string; prices: Prices }) {
  const problem = useSignal('')
  const decide = async (
    scope: keyof ReturnType<typeof scopeLabels>,
    decision: ReturnType<typeof decisionLabels>[number]['value'],
  ) => {
    problem.value = ''
    const { error } = await saving(
      () => state.decide({ scope, decision }),
      (answer) => answer.error === null,
    )
    if (error) problem.value = problemOf(error)
  }
  return (
    <div class="permissions">
      <PresetKeys state={state} />
      <Fold
        class="uses"
        summary={
          <>
            {say('Decide each use')} <small>{usesText(state)}</small>
          </>
        }
      >
        {state.policies.value.map((policy) => (
          <div key={policy.scope} class="permission">
            <fieldset class="stickers">
              <legend>{scopeLabels()[policy.scope]}</legend>
              <div>
                {decisionLabels().map(({ value, text }) => (
                  <label key={value}>
                    <input
                      type="radio"
                      name={`permission-${policy.scope}`}
                      value={value}
                      checked={policy.decision === value}
                      onChange={() => void decide(policy.scope, value)}
                    />
                    <span>{text}</span>
                  </label>
                ))}
              </div>
            </fieldset>
            {(policy.decision === 'REQUIRE_LICENSE' || policy.decision === 'CONTACT_OWNER') && (
              <LicenseTerms state={state} policy={policy} {...sale} />
            )}
          </div>
        ))}
        <Said role="alert" class="problem">
          {problem}
        </Said>
      </Fold>
    </div>
  )
}

const usesText = ({ policies: { value } }: ReleaseState): string =>
  decisionLabels()
    .map(({ value: decision, text }) => ({ text, count: value.filter((each) => each.decision === decision).length }))
    .flatMap(({ text, count }) => (count === 0 ? [] : [`${text} ${count}`]))
    .join(' · ')
