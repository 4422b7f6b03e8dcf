import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { say } from '../../../../src/lib/language/say.ts'
import { Said } from '../../../lib/said.tsx'

type ExtrasFoldProps = { cassetId: string; slug: string }

/** The files that come with a casset, folded: what changes them is loaded once it is opened. */
export function ExtrasFold({ cassetId, slug }: ExtrasFoldProps) {
  const list = useSignal<{ View: ComponentType<ExtrasFoldProps> } | null>(null)
  const isLost = useSignal(false)
  const load = async () => {
    if (list.value) return
    const code = await import('./extras.tsx').catch(() => null)
    isLost.value = code === null
    if (code) list.value = { View: code.Extras }
  }
  const { View = null } = list.value ?? {}
  return (
    <section aria-labelledby="extras-title">
      <details class="folded look" onToggle={({ currentTarget }) => void (currentTarget.open && load())}>
        <summary>
          <h2 id="extras-title" tabIndex={-1}>
            {say('Extras')}
          </h2>
        </summary>
        <div>
          {View && <View cassetId={cassetId} slug={slug} />}
          <Said role="alert" class="problem">
            {isLost.value && say('You are offline. Check the connection and try again.')}
          </Said>
        </div>
      </details>
    </section>
  )
}
