import { Icon } from '../../lib/icon.tsx'
import { droppedFiles, sortFiles } from './dropped-files.ts'
import { UploadList } from './upload-list.tsx'
import { addFiles } from './uploads.ts'
import { useDrop } from './use-drop.ts'

type UploadZoneProps = { cassetId: string; maxBytes: number; isBlank: boolean }

const accepted = 'audio/*,.wav,.flac,.mp3,.m4a,.aac,.ogg,.opus'

/** Where files are put in: dropped anywhere on the page, or picked; then the list of those on their way. */
export function UploadZone({ cassetId, maxBytes, isBlank }: UploadZoneProps) {
  const isOver = useDrop(async (transfer) => addFiles(cassetId, await droppedFiles(transfer), maxBytes), [cassetId])
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
