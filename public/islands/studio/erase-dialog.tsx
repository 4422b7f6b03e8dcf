import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { announce } from '../../lib/announce.ts'
import { eject } from '../../player/engine.ts'
import { current } from '../../player/state.ts'
import type { Desk, OwnerTrack } from './desk.ts'

type EraseDialogProps = { desk: Desk; erasing: Signal<OwnerTrack | null> }

/** Asks before a track is erased: its file goes too. */
export function EraseDialog({ desk, erasing }: EraseDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const problem = useSignal('')
  const track = erasing.value
  useEffect(() => {
    if (track) dialog.current?.showModal()
    else dialog.current?.close()
  }, [track])
  const putAway = () => {
    erasing.value = null
    problem.value = ''
  }
  const erase = async (doomed: OwnerTrack) => {
    const trouble = await desk.erase(doomed.id)
    if (trouble) {
      problem.value = trouble.text
      return
    }
    if (current.value?.id === doomed.id) eject()
    putAway()
    announce(`${doomed.title} is erased.`)
    document.querySelector<HTMLElement>('#side-a')?.focus()
  }
  return (
    <dialog ref={dialog} class="slip-dialog" aria-labelledby="erase-title" onClose={putAway}>
      {track && (
        <>
          <h2 id="erase-title">Erase this track?</h2>
          <p>
            <b dir="auto">{track.title}</b> goes off the tape, and its file with it. Those who collected the tape lose
            it too. To take it off the tape for a while, put it away instead.
          </p>
          <p class="problem" role="alert">
            {problem}
          </p>
          <div class="acts">
            <button type="button" class="key" onClick={putAway}>
              Keep it
            </button>
            <button type="button" class="key bad" onClick={() => void erase(track)}>
              Erase it
            </button>
          </div>
        </>
      )}
    </dialog>
  )
}
