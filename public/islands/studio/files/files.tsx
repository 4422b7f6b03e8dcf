import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import type { ListedAssets } from '../../../../src/platform/asset/model.ts'
import { announce } from '../../../lib/announce.ts'
import { focusOn } from '../../../lib/focus-on.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { FileRow } from './file-row.tsx'

export type StoredFile = ListedAssets['assets'][number]

export type FilesProps = {
  files: readonly StoredFile[]
  isTurned: boolean
}

export default function Files({ files, isTurned }: FilesProps) {
  const shown = useSignal(files)
  const deleting = useSignal<StoredFile | null>(null)
  const gone = (file: StoredFile) => {
    shown.value = shown.value.filter(({ id }) => id !== file.id)
    announce(say('{name} is deleted.', { name: file.name }))
    focusOn('#files')
  }
  if (shown.value.length === 0) {
    return <p class="empty">{isTurned ? say('That is all.') : say('No pictures or stems yet.')}</p>
  }
  return (
    <>
      <ul class="rows stored">
        {shown.value.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            onDelete={() => {
              deleting.value = file
            }}
          />
        ))}
      </ul>
      <DeleteDialog deleting={deleting} done={gone} />
    </>
  )
}
