import type { Signal } from '@preact/signals'
import { api } from '../../../lib/api.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import type { StoredFile } from './files.tsx'

type DeleteDialogProps = { deleting: Signal<StoredFile | null>; done: (file: StoredFile) => void }

async function deleteFile({ id }: StoredFile) {
  const { error } = await api.studio.assets({ id }).delete()
  return error && troubleOf(error)
}

/** Asks before a file is deleted, which cannot be undone. */
export const DeleteDialog = ({ deleting, done }: DeleteDialogProps) => (
  <AskDialog
    about={deleting}
    title={() => 'Delete this file?'}
    keep="Cancel"
    go="Delete file"
    act={deleteFile}
    after={done}
  >
    {({ name }) => (
      <p>
        <b dir="auto">{name}</b> is not used anywhere. Once deleted, you can only upload it again.
      </p>
    )}
  </AskDialog>
)
