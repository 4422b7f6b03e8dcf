import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { Said } from '../../../lib/said.tsx'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'

/** Says in which encoding tags were read by detection; a press reads them in the other. */
export function ReadOtherwise({ editor, tracks }: { editor: CassetEditor; tracks: readonly OwnerTrack[] }) {
  const problem = useSignal('')
  const read = tracks.flatMap(({ id, file }) => {
    const { reading, title, artist, album } = file.tags
    return reading ? [{ id, text: title ?? album ?? artist ?? '', ...reading }] : []
  })
  const [first] = read
  if (!first) return null
  const { encoding, text, other } = first
  const readAll = async () => {
    for (const { id, ...each } of read) {
      const trouble = await editor.changeTrack(id, { tagsEncoding: each.other.encoding })
      problem.value = trouble?.text ?? ''
      if (trouble) return
    }
  }
  return (
    <>
      <p class="hint">
        {say('The tags do not say their encoding. They were read as {encoding}: “{text}”.', { encoding, text })}
      </p>
      <p class="acts">
        <button type="button" class="key" onClick={() => void readAll()}>
          {say('Read them as {encoding}: “{text}”', {
            encoding: other.encoding,
            text: other.title ?? other.album ?? other.artist ?? '',
          })}
        </button>
      </p>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </>
  )
}
