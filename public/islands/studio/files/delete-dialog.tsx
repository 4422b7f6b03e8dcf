import type { Signal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { inParts } from '../../../lib/in-parts.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import type { StoredFile } from './files.tsx'

type DeleteDialogProps = { deleting: Signal<StoredFile | null>; done: (file: StoredFile) => void }

async function deleteFile({ id }: StoredFile) {
  const { error } = await api.studio.assets({ id }).delete()
  return error && troubleOf(error)
}

export const DeleteDialog = ({ deleting, done }: DeleteDialogProps) => (
  <AskDialog
    about={deleting}
    title={() => say('Delete this file?')}
    keep={say('Cancel')}
    go={say('Delete file')}
    act={deleteFile}
    after={done}
  >
    {({ name }) => (
      <p>
        {inParts(say('<b>{name}</b> is not used anywhere. Once deleted, you can only upload it again.', { name }), {
          b: (text) => <b dir="auto">{text}</b>,
        })}
      </p>
    )}
  </AskDialog>
)
