import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { joinSentences } from '../../../../src/lib/text/gap.ts'
import { announce } from '../../../lib/announce.ts'
import { problemOf } from '../../../lib/api.ts'
import { focusOn } from '../../../lib/focus-on.ts'
import { Said } from '../../../lib/said.tsx'
import { changesOf, type Preset, presets } from './presets.ts'
import type { ReleaseState } from './state.ts'

/** Presets of permissions: one press decides all fourteen, another one takes it back. */
export function PresetKeys({ state }: { state: ReleaseState }) {
  const isBusy = useSignal(false)
  const told = useSignal('')
  const before = useSignal<Parameters<ReleaseState['decide']>[0][]>([])
  const store = async (changes: readonly Parameters<ReleaseState['decide']>[0][], done: string) => {
    isBusy.value = true
    for (const change of changes) {
      const { error } = await state.decide(change)
      if (!error) continue
      told.value = problemOf(error)
      isBusy.value = false
      return
    }
    isBusy.value = false
    told.value = done
    announce(done)
  }
  const apply = async (preset: Preset) => {
    if (isBusy.value) return
    const now = state.policies.value
    const changes = changesOf(preset, now)
    before.value = now
      .filter(({ scope }) => changes.some((change) => change.scope === scope))
      .map(({ scope, decision, terms }) => ({ scope, decision, terms }))
    const done =
      changes.length === 0
        ? say('This is already set.')
        : say('{decisions, plural, one {# decision} other {# decisions}} changed.', { decisions: changes.length })
    await store(changes, joinSentences(done, preset.next ?? ''))
    if (preset.next !== undefined) focusOn('.uses .license-terms summary')
  }
  const undo = async () => {
    const changes = before.value
    before.value = []
    await store(changes, say('Undone.'))
  }
  return (
    <section class="presets" aria-label={say('Presets')}>
      <ul class="lines">
        {presets().map((preset) => (
          <li key={preset.name}>
            <button
              type="button"
              class="key"
              aria-busy={isBusy.value}
              aria-pressed={changesOf(preset, state.policies.value).length === 0}
              onClick={() => void apply(preset)}
            >
              {preset.name}
            </button>
            <p>{preset.text}</p>
          </li>
        ))}
      </ul>
      <Said>
        {told.value}{' '}
        {before.value.length > 0 && !isBusy.value && (
          <button type="button" class="link" onClick={() => void undo()}>
            {say('Undo')}
          </button>
        )}
      </Said>
      <p class="fine-print">
        {say(
          'Search engines and AI find the first four in robots.txt, headers and RSL; whether they comply is up to them. There is no standard for the others: people read them on the page of the release, and programs look them up there.',
        )}
      </p>
    </section>
  )
}
