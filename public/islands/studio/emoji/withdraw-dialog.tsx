import type { Signal } from '@preact/signals'
import type { OwnEmoji } from '../../../../src/money/emoji/model.ts'
import { announce } from '../../../lib/announce.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import type { EmojiState } from './emoji-state.ts'

type WithdrawDialogProps = { state: EmojiState; leaving: Signal<OwnEmoji | null> }

/** Asks before an emoji is withdrawn. */
export const WithdrawDialog = ({ state, leaving }: WithdrawDialogProps) => (
  <AskDialog
    about={leaving}
    title={({ shortcode }) => `Stop selling :${shortcode}:?`}
    keep="Cancel"
    go="Stop selling"
    act={({ id }) => state.withdraw(id)}
    after={({ shortcode }) => {
      announce(`:${shortcode}: is no longer for sale.`)
      focusOn('#on-tray')
    }}
  >
    {({ sold }) => <p>Nobody can buy it any more, and its name is free again. {keepers(sold)}</p>}
  </AskDialog>
)

function keepers(sold: number): string {
  if (sold === 0) return 'Nobody has it, so nobody loses it.'
  return sold === 1 ? 'The person who bought it keeps it.' : `The ${sold} people who bought it keep it.`
}
