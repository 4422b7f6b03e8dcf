import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { OwnEmoji } from '../../../../src/emoji/model.ts'
import { Icon } from '../../../lib/icon.tsx'
import { DropZone } from '../upload/drop-zone.tsx'
import { DraftCard } from './draft-card.tsx'
import { EmojiRow } from './emoji-row.tsx'
import { createShelf } from './shelf.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

export type EmojiDeskProps = { emojis: OwnEmoji[]; currency: string; isPayable: boolean }

const accepted = 'image/png,image/jpeg,image/webp,image/gif'

/** The artist's emoji: pictures come in by drop or by key, get a name and a price, and go up on the tray. */
export default function EmojiDesk({ emojis: listed, currency, isPayable }: EmojiDeskProps) {
  const shelf = useMemo(() => createShelf(listed), [])
  const leaving = useSignal<OwnEmoji | null>(null)
  const emojis = shelf.emojis.value
  const isBlank = emojis.length === 0 && shelf.drafts.value.length === 0
  return (
    <>
      <DropZone
        isBlank={isBlank}
        words={isBlank ? 'The tray is empty. Draw something small.' : 'More for the tray?'}
        choose="Choose pictures"
        drop="or drop them anywhere here"
        accept={accepted}
        limits="PNG · JPEG · WebP · GIF, moving ones too, 128 × 128 pixels and 256 KB at most"
        onDrop={({ files }) => void shelf.take([...files])}
        onChoose={(files) => void shelf.take(files)}
      />
      {shelf.drafts.value.length > 0 && (
        <ul class="emoji-drafts" aria-label="Not up yet">
          {shelf.drafts.value.map((draft) =>
            draft.is === 'ready' ? (
              <DraftCard key={draft.key} draft={draft} shelf={shelf} currency={currency} />
            ) : (
              <li key={draft.key} class="emoji-refused">
                <p class="problem" role="alert">
                  <strong>{draft.name}: not taken.</strong> {draft.why}
                </p>
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Put away ${draft.name}`}
                  onClick={() => shelf.drop(draft)}
                >
                  <Icon name="remove" />
                </button>
              </li>
            ),
          )}
        </ul>
      )}
      <section aria-labelledby="on-tray">
        <div class="side-head">
          <h2 id="on-tray" tabIndex={-1}>
            On the tray
          </h2>
          {emojis.length > 0 && <p class="mono">{emojis.length} of 100</p>}
        </div>
        {!isPayable && (
          <p class="hint">
            Nobody can pay you here yet: what is free can be taken, the rest waits.{' '}
            <a href="/studio/payouts">Payouts</a>
          </p>
        )}
        {emojis.length > 0 ? (
          <ul class="emoji-rows">
            {emojis.map((emoji) => (
              <EmojiRow key={emoji.id} emoji={emoji} shelf={shelf} leaving={leaving} />
            ))}
          </ul>
        ) : (
          <p class="hint">Nothing yet. What you put up here lies on your page, and whoever buys it keeps it.</p>
        )}
      </section>
      <WithdrawDialog shelf={shelf} leaving={leaving} />
    </>
  )
}
