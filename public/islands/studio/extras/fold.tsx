import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { Extras } from './extras.tsx'

type ExtrasFoldProps = { cassetId: string; slug: string }

/** The files that come with a casset, folded: they are asked for once it is opened. */
export function ExtrasFold(props: ExtrasFoldProps) {
  const wasOpened = useSignal(false)
  return (
    <details
      class="folded"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) wasOpened.value = true
      }}
    >
      <summary>
        <h3 id="extras-title" tabIndex={-1}>
          {say('Extras')}
        </h3>
      </summary>
      <div>{wasOpened.value && <Extras {...props} />}</div>
    </details>
  )
}
