import type { Signal } from '@preact/signals'
import { AskDialog } from '../../lib/ask-dialog.tsx'
import { focusOn } from '../../lib/focus-on.ts'
import type { Trouble } from '../../lib/trouble.ts'

type UnpublishDialogProps = {
  /** The casset to be unpublished. */
  asked: Signal<{ name: string } | null>
  act: () => Promise<Trouble | null>
}

/** Asks before a casset is unpublished. */
export const UnpublishDialog = ({ asked, act }: UnpublishDialogProps) => (
  <AskDialog
    about={asked}
    title={() => 'Unpublish this casset?'}
    keep="Cancel"
    go="Unpublish"
    act={act}
    after={() => focusOn('.release .key')}
  >
    {({ name }) => (
      <p>
        Then only you can see the page of <b dir="auto">{name}</b>, and nobody can collect it. People who collected it
        keep it. You can publish it again at any time.
      </p>
    )}
  </AskDialog>
)
