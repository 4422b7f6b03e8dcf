import type { ComponentChildren } from 'preact'

type FileKeyProps = {
  accept: string
  isBusy: boolean
  onFile: (file: File) => void
  isMain?: boolean
  children: ComponentChildren
}

export const FileKey = ({ accept, isBusy, onFile, isMain = false, children }: FileKeyProps) => (
  <label class={isMain ? 'key go' : 'key'} aria-busy={isBusy}>
    <input
      class="sr"
      type="file"
      accept={accept}
      // A disabled field would lose the keyboard.
      onClick={(event) => {
        if (isBusy) event.preventDefault()
      }}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0]
        currentTarget.value = ''
        if (file) onFile(file)
      }}
    />
    {children}
  </label>
)
