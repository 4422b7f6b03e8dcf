import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Icon } from '../../lib/icon.tsx'
import { droppedFiles, sortFiles } from './dropped-files.ts'
import { UploadList } from './upload-list.tsx'
import { addFiles } from './uploads.ts'

type UploadZoneProps = { cassetId: string; maxBytes: number; isBlank: boolean }

const accepted = 'audio/*,.wav,.flac,.mp3,.m4a,.aac,.ogg,.opus'
const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Where files are put in: dropped anywhere on the page, or picked; then the list of those on their way. */
export function UploadZone({ cassetId, maxBytes, isBlank }: UploadZoneProps) {
  const isOver = useSignal(false)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      isOver.value = true
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) isOver.value = false
    }
    const drop = async (event: DragEvent) => {
      isOver.value = false
      if (!carriesFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      addFiles(cassetId, await droppedFiles(event.dataTransfer), maxBytes)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [cassetId])
  return (
    <div class="zone" data-over={isOver.value || undefined} data-blank={isBlank || undefined}>
      <p class="hand">{isBlank ? 'This tape is blank. Put the first track on it.' : 'More for the tape?'}</p>
      <div class="acts">
        <label class={isBlank ? 'key go' : 'key'}>
          <input
            class="sr"
            type="file"
            multiple
            accept={accepted}
            onChange={({ currentTarget }) => {
              addFiles(cassetId, sortFiles([...(currentTarget.files ?? [])]), maxBytes)
              currentTarget.value = ''
            }}
          />
          <Icon name="add" />
          Choose files
        </label>
        <span>or drop files or a whole folder anywhere here</span>
      </div>
      <p class="mono">WAV · FLAC · MP3 · M4A · Ogg Vorbis · Opus, {Math.floor(maxBytes / 1_000_000)} MB each at most</p>
      <UploadList />
    </div>
  )
}
