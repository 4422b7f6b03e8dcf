import { useSignal } from '@preact/signals'
import { say } from '../../src/lib/language/say.ts'
import { Icon } from '../lib/icon.tsx'

export type DeckParts = typeof import('./deck-parts.tsx')

/** The keys that open the queue and the list of shortcuts, whose contents come after the deck. */
export function Panels({ parts }: { parts: DeckParts | null }) {
  const isOpen = useSignal(false)
  const { QueueContents, KeysContents } = parts ?? {}
  return (
    <>
      <button type="button" class="key" popovertarget="deck-queue" aria-label={say('Queue')}>
        <Icon name="queue" />
      </button>
      <div
        id="deck-queue"
        class="slip"
        popover="auto"
        onToggle={({ newState }) => {
          isOpen.value = newState === 'open'
        }}
      >
        {QueueContents && <QueueContents isOpen={isOpen.value} />}
      </div>
      <button type="button" class="key wide-only" popovertarget="deck-keys" aria-label={say('Keyboard shortcuts')}>
        <Icon name="keys" />
      </button>
      <div id="deck-keys" class="slip" popover="auto">
        {KeysContents && <KeysContents />}
      </div>
    </>
  )
}
