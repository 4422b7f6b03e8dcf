import type { Signal } from '@preact/signals'
import { announce } from '../../../lib/announce.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { eject } from '../../../player/engine.ts'
import { current } from '../../../player/state.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'

type EraseDialogProps = { editor: CassetEditor; erasing: Signal<OwnerTrack | null> }

/** Asks before a track is deleted. */
export const EraseDialog = ({ editor, erasing }: EraseDialogProps) => (
  <AskDialog
    about={erasing}
    title={() => 'Delete this track?'}
    keep="Cancel"
    go="Delete track"
    act={({ id }) => editor.erase(id)}
    after={({ id, title }) => {
      if (current.value?.id === id) eject()
      announce(`${title} is deleted.`)
      focusOn('#side-a')
    }}
  >
    {({ title }) => (
      <p>
        <b dir="auto">{title}</b> goes off your page. People who collected the casset keep it; if nobody did, its file
        is deleted. To take it off your page for a while, hide it instead.
      </p>
    )}
  </AskDialog>
)
