import { type Signal, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { announce } from '../../../lib/announce.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { useDragRows } from '../../../lib/drag-rows.ts'
import { focusOn } from '../../../lib/focus-on.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { eject } from '../../../player/engine.ts'
import { current, type Tape } from '../../../player/state.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'
import { TrackRow } from './track-row.tsx'

type TrackListProps = { editor: CassetEditor; tape: Tape }

export function TrackList({ editor, tape }: TrackListProps) {
  const box = useRef<HTMLOListElement>(null)
  const openId = useSignal<string | null>(null)
  const erasing = useSignal<OwnerTrack | null>(null)
  const tracks = editor.tracks.value

  const move = (id: string, place: number) => {
    const track = editor.tracks.value.find((each) => each.id === id)
    const last = editor.tracks.value.length - 1
    if (!track || place < 0 || place > last) return
    editor.move(id, place)
    announce(say('{title} is track {place} of {last}.', { title: track.title, place: place + 1, last: last + 1 }))
  }
  useDragRows(box, (from, to) => {
    const track = editor.tracks.value[from]
    if (track) move(track.id, to)
  })

  return (
    <>
      {tracks.some(({ file }) => file.format === 'ogg' || file.format === 'opus') && (
        <p class="hint">
          {say(
            'Ogg Vorbis and Opus are not heard on iPhones and in Safari before version 18.4. A WAV or FLAC file is heard everywhere.',
          )}
        </p>
      )}
      <ol ref={box} class="editor-tracks">
        {tracks.map((track, place) => (
          <TrackRow
            key={track.id}
            editor={editor}
            tape={tape}
            track={track}
            place={place}
            count={tracks.length}
            openId={openId}
            onMove={move}
            onErase={(doomed) => {
              erasing.value = doomed
            }}
          />
        ))}
      </ol>
      <EraseDialog editor={editor} erasing={erasing} />
    </>
  )
}

type EraseDialogProps = { editor: CassetEditor; erasing: Signal<OwnerTrack | null> }

const EraseDialog = ({ editor, erasing }: EraseDialogProps) => (
  <AskDialog
    about={erasing}
    title={() => say('Delete this track?')}
    keep={say('Cancel')}
    go={say('Delete track')}
    act={({ id }) => editor.erase(id)}
    after={({ id, title }) => {
      if (current.value?.id === id) eject()
      announce(say('{title} is deleted.', { title }))
      focusOn('#side-a')
    }}
  >
    {({ title }) => (
      <p>
        {inParts(
          say(
            '<b>{title}</b> is removed from your page. People who bought the casset keep it; if nobody did, its file is deleted. To remove it only for a while, hide it instead.',
            { title },
          ),
          { b: (text) => <b dir="auto">{text}</b> },
        )}
      </p>
    )}
  </AskDialog>
)
