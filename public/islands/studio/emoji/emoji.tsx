import { type Signal, useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { spokenSum } from '../../../../src/lib/money/money.ts'
import type { Bounds } from '../../../../src/lib/money/price.ts'
import type { OwnEmoji } from '../../../../src/shop/emoji/model.ts'
import { announce } from '../../../lib/announce.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { DropZone } from '../../../lib/drop-zone.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { Icon } from '../../../lib/icon.tsx'
import { ObstacleHint, type Payable } from '../../../lib/obstacle-hint.tsx'
import { Said } from '../../../lib/said.tsx'
import { SaveLine } from '../../../lib/save-line.tsx'
import { DraftCard } from './draft-card.tsx'
import { EmojiRow } from './emoji-row.tsx'
import { createEmojiState, type EmojiState } from './emoji-state.ts'

export type EmojiEditorProps = Payable & {
  cassetId: string
  emojis: OwnEmoji[]
  currency: string
  prices: Bounds
  most: number | null
}

const accepted = 'image/png,image/jpeg,image/webp,image/gif'

export default function EmojiEditor(props: EmojiEditorProps) {
  const { cassetId, emojis: listed, currency, prices, obstacle, ownsSite, most } = props
  const state = useMemo(() => createEmojiState(cassetId, listed), [])
  const leaving = useSignal<OwnEmoji | null>(null)
  const emojis = state.emojis.value
  const isBlank = emojis.length === 0 && state.drafts.value.length === 0
  return (
    <>
      <DropZone
        isBlank={isBlank}
        text={isBlank ? say('No emoji yet. Draw something small.') : say('More emoji?')}
        choose={say('Choose pictures')}
        drop={say('or drop them anywhere here')}
        accept={accepted}
        limits={say(
          'PNG · JPEG · WebP · GIF. Large pictures are made smaller; animated ones up to 128 × 128 pixels and 256 KB',
        )}
        onDrop={({ files }) => void state.take([...files])}
        onChoose={(files) => void state.take(files)}
      />
      {state.drafts.value.length > 0 && (
        <ul class="emoji-drafts stack" aria-label={say('Drafts')}>
          {state.drafts.value.map((draft) =>
            draft.kind === 'ready' ? (
              <DraftCard key={draft.key} draft={draft} state={state} prices={prices} currency={currency} />
            ) : (
              <li key={draft.key} class="emoji-refused">
                <Said role="alert" class="problem">
                  <strong>{say('{name}: cannot be used.', { name: draft.name })}</strong> {draft.why}
                </Said>
                <button
                  type="button"
                  class="quiet"
                  aria-label={say('Dismiss {name}', { name: draft.name })}
                  onClick={() => state.drop(draft)}
                >
                  <Icon name="cross" />
                </button>
              </li>
            ),
          )}
        </ul>
      )}
      <section aria-labelledby="on-tray">
        <div class="side-head">
          <h2 id="on-tray" tabIndex={-1}>
            {say('Your emoji')}
          </h2>
          {emojis.length > 0 && <p class="mono">{say('{emojis} of 100', { emojis: emojis.length })}</p>}
        </div>
        {obstacle !== null && (
          <p class="hint">
            <ObstacleHint obstacle={obstacle} ownsSite={ownsSite} />
          </p>
        )}
        {obstacle === null && most !== null && emojis.some(({ price }) => price.amount > most) && (
          <p class="hint">
            {say('While you are a new seller, nobody can buy what costs more than {sum}.', {
              sum: spokenSum({ amount: most, currency }),
            })}
          </p>
        )}
        {emojis.length > 0 ? (
          <ul class="emoji-rows stack">
            {emojis.map((emoji) => (
              <EmojiRow key={emoji.id} emoji={emoji} state={state} prices={prices} leaving={leaving} />
            ))}
          </ul>
        ) : (
          <p class="hint">{say('None yet. The emoji you add are sold on your page, and buyers keep them.')}</p>
        )}
      </section>
      <SaveLine />
      <WithdrawDialog state={state} leaving={leaving} />
    </>
  )
}

type WithdrawDialogProps = { state: EmojiState; leaving: Signal<OwnEmoji | null> }

const WithdrawDialog = ({ state, leaving }: WithdrawDialogProps) => (
  <AskDialog
    about={leaving}
    title={({ shortcode }) => say('Stop selling :{shortcode}:?', { shortcode })}
    keep={say('Cancel')}
    go={say('Stop selling')}
    act={({ id }) => state.withdraw(id)}
    after={({ shortcode }) => {
      announce(say(':{shortcode}: is no longer for sale.', { shortcode }))
      focusOn('#on-tray')
    }}
  >
    {({ sold }) => (
      <p>{say('Nobody can buy it any more, and its name is free again. {keepers}', { keepers: keepers(sold) })}</p>
    )}
  </AskDialog>
)

function keepers(sold: number): string {
  if (sold === 0) return say('Nobody has it, so nobody loses it.')
  return sold === 1
    ? say('The person who bought it keeps it.')
    : say('The {sold} people who bought it keep it.', { sold })
}
