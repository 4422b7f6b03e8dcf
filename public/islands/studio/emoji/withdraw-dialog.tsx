import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { OwnEmoji } from '../../../../src/emoji/model.ts'
import { announce } from '../../../lib/announce.ts'
import type { EmojiShelf } from './shelf.ts'

type WithdrawDialogProps = { shelf: EmojiShelf; leaving: Signal<OwnEmoji | null> }

/** Asks before an emoji is taken off the tray. */
export function WithdrawDialog({ shelf, leaving }: WithdrawDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const problem = useSignal('')
  const emoji = leaving.value
  useEffect(() => {
    if (emoji) dialog.current?.showModal()
    else dialog.current?.close()
  }, [emoji])
  const close = () => {
    leaving.value = null
    problem.value = ''
  }
  const withdraw = async ({ id, shortcode }: OwnEmoji) => {
    const trouble = await shelf.withdraw(id)
    if (trouble) {
      problem.value = trouble.text
      return
    }
    close()
    announce(`:${shortcode}: is off the tray.`)
    document.querySelector<HTMLElement>('#on-tray')?.focus()
  }
  return (
    <dialog ref={dialog} class="slip-dialog" aria-labelledby="withdraw-title" onClose={close}>
      {emoji && (
        <>
          <h2 id="withdraw-title">Withdraw :{emoji.shortcode}:?</h2>
          <p>Nobody can buy it any more, and its name is free again. {keepers(emoji.sold)}</p>
          <p class="problem" role="alert">
            {problem}
          </p>
          <div class="acts">
            <button type="button" class="key" onClick={close}>
              Keep it up
            </button>
            <button type="button" class="key bad" onClick={() => void withdraw(emoji)}>
              Withdraw it
            </button>
          </div>
        </>
      )}
    </dialog>
  )
}

function keepers(sold: number): string {
  if (sold === 0) return 'Nobody has it, so nobody loses it.'
  return sold === 1 ? 'The one who bought it keeps it.' : `The ${sold} who bought it keep it.`
}
