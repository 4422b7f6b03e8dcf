import { useSignal } from '@preact/signals'
import type { Submission } from '../../../src/drop/submission/shape.ts'
import { say } from '../../../src/lib/language/say.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { redraw } from '../../lib/redraw.ts'
import { refusedPress } from '../../lib/refused-press.ts'
import { Said } from '../../lib/said.tsx'
import { ClipForm } from '../clip/clip-form.tsx'

export type EnterProps = {
  id: string
  artist: string
  hookId: string
  track: string
  own: Pick<Submission, 'id' | 'status' | 'reason'> | null
}

export default function Enter({ id, artist, hookId, track, own }: EnterProps) {
  const entered = useSignal(own)
  const withdraw = async (clipId: string) => {
    const { error } = await api.hooks.submissions({ id: clipId }).delete()
    if (error) return refusedPress(error)
    entered.value = null
    announce(say('Your clip is out of this drop.'))
    void redraw('#facts')
  }
  const clip = entered.value
  if (clip) {
    return (
      <Said takesFocus as="div" class="notice">
        <p>
          {clip.status === 'REJECTED'
            ? clip.reason === null
              ? say('{artist} has taken your clip out of this drop. Withdraw it, and you can enter another one.', {
                  artist,
                })
              : say(
                  '{artist} has taken your clip out of this drop: {reason} Withdraw it, and you can enter another one.',
                  { artist, reason: clip.reason },
                )
            : say(
                'Your clip is in. Send its page around: every like counts, and so does every sale through your link.',
              )}
        </p>
        <button type="button" class="key" onClick={() => void withdraw(clip.id)}>
          {say('Withdraw it')}
        </button>
      </Said>
    )
  }
  return (
    <ClipForm
      artist={artist}
      hooks={[{ hookId, title: track }]}
      chosen={hookId}
      campaignId={id}
      onSubmitted={(submission) => {
        entered.value = submission
        void redraw('#facts')
      }}
    />
  )
}
