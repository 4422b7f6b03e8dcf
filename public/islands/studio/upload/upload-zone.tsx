import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { DropZone } from '../../../lib/drop-zone.tsx'
import { findCut } from './cut-uploads.ts'
import { droppedFiles, sortFiles } from './dropped-files.ts'
import { UploadList } from './upload-list.tsx'
import { addFiles, landed, type Taking, uploads } from './uploads.ts'

type UploadZoneProps = {
  cassetId: string
  taking: Taking
  /** The used part of the account's quota; null without one. */
  storageText: string | null
  isBlank: boolean
}

const accepted = 'audio/*,.wav,.w64,.aif,.aiff,.aifc,.caf,.flac,.mp3,.m4a,.aac,.ogg,.opus,.cue,.zip'

export function UploadZone({ cassetId, taking, storageText, isBlank }: UploadZoneProps) {
  useEffect(() => {
    const running = uploads.value.map(({ file }) => file)
    void findCut(cassetId, running)
  }, [cassetId])
  return (
    <DropZone
      isBlank={isBlank}
      text={isBlank ? say('No tracks yet. Add the first one.') : say('Add tracks')}
      choose={say('Choose files')}
      drop={say('or drop files, a whole folder or a zip anywhere here')}
      accept={accepted}
      limits={say('WAV · AIFF · FLAC · MP3 · M4A · Ogg Vorbis · Opus, up to {count} MB each', {
        count: Math.floor(taking.maxBytes / 1_000_000),
      })}
      onDrop={async (transfer) => addFiles(cassetId, await droppedFiles(transfer), taking)}
      onChoose={(files) => void addFiles(cassetId, sortFiles(files), taking)}
    >
      {storageText !== null && <StorageLine text={storageText} />}
      <UploadList />
    </DropZone>
  )
}

/** Updated whenever a file has arrived. */
function StorageLine({ text }: { text: string }) {
  const shown = useSignal(text)
  useEffect(
    () =>
      landed.subscribe(async (files) => {
        if (files === 0) return
        const { data } = await api.studio.storage.get()
        if (data) shown.value = data.storage.words
      }),
    [],
  )
  return <p class="mono">{shown}</p>
}
