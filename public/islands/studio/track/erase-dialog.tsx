import type { Signal } from '@preact/signals'
import { announce } from '../../../lib/announce.ts'
import { eject } from '../../../player/engine.ts'
import { current } from '../../../player/state.ts'
import { AskDialog } from '../ask-dialog.tsx'
import type { Desk, OwnerTrack } from '../desk.ts'

type EraseDialogProps = { desk: Desk; erasing: Signal<OwnerTrack | null> }

/** Asks before a track is deleted. */
export const EraseDialog = ({ desk, erasing }: EraseDialogProps) => (
  <AskDialog
    about={erasing}
    title={() => 'Erase this track?'}
    keep="Keep it"
    go="Erase it"
    act={({ id }) => desk.erase(id)}
    after={({ id, title }) => {
      if (current.value?.id === id) eject()
      announce(`${title} is erased.`)
      document.querySelector<HTMLElement>('#side-a')?.focus()
    }}
  >
    {({ title }) => (
      <p>
        <b dir="auto">{title}</b> goes off the tape. Whoever has collected the tape keeps it; if nobody has, its file is
        erased. To take it off the tape for a while, put it away instead.
      </p>
    )}
  </AskDialog>
)
