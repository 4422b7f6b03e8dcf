import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { say } from '../../src/lib/language/say.ts'
import { api } from './api.ts'
import { FileKey } from './file-key.tsx'
import { Said } from './said.tsx'
import { troubleOf } from './trouble.ts'

const maxBytes = 25_000_000
const accepted = 'image/jpeg,image/png,image/webp,image/gif'

export type Picture = { id: string; url: string | null }

type PictureKeyProps = {
  label: string
  /** Uses the uploaded picture; returns the reason of a refusal, or null. */
  onPicture: (picture: Picture) => Promise<string | null>
  /** Returns the upload for a chosen picture, or null for none. */
  prepare?: (file: File) => Promise<File | null>
  children?: ComponentChildren
}

async function upload(file: File): Promise<Picture | { why: string }> {
  if (file.size > maxBytes) return { why: say('A picture can have at most 25 MB.') }
  const { data, error } = await api.studio.assets.post({ file })
  if (error) return { why: troubleOf(error).text }
  if (data.asset.kind !== 'image') return { why: say('This is not a picture.') }
  return { id: data.asset.id, url: data.asset.url }
}

export function PictureKey({ label, onPicture, prepare, children }: PictureKeyProps) {
  const isBusy = useSignal(false)
  const problem = useSignal('')
  const take = async (chosen: File) => {
    problem.value = ''
    const file = prepare ? await prepare(chosen) : chosen
    if (!file) return
    isBusy.value = true
    const uploaded = await upload(file)
    const why = 'why' in uploaded ? uploaded.why : await onPicture(uploaded)
    isBusy.value = false
    problem.value = why ?? ''
  }
  return (
    <div class="picture-key">
      <div class="acts">
        <FileKey accept={accepted} isBusy={isBusy.value} onFile={(file) => void take(file)}>
          {isBusy.value ? say('Sending…') : label}
        </FileKey>
        {children}
      </div>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </div>
  )
}
