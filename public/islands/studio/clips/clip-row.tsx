import { useSignal } from '@preact/signals'
import { api } from '../../../lib/api.ts'
import { Field, FormTrouble, SendForm } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'
import { ClipCard } from '../../clip/clip-card.tsx'
import type { StudioClip } from './clips.tsx'

type ClipRowProps = { clip: StudioClip; onDecided: (status: 'ACCEPTED' | 'REJECTED') => void }

/** A clip with the buttons that accept it, or reject it with a reason for its sender. */
export function ClipRow({ clip, onDecided }: ClipRowProps) {
  const { id, track, status, reason, author, campaignId } = clip
  const form = useForm(`clip-${id}`)
  const isRejecting = useSignal(false)
  const decide = async (decision: 'ACCEPTED' | 'REJECTED', why = '') => {
    const body = why === '' ? { decision } : { decision, reason: why }
    const done = await form.send(() => api.hooks.submissions({ id }).decide.post(body))
    if (done) onDecided(decision)
  }
  return (
    <li>
      <ClipCard author={author} caption={clip.caption} clip={clip.clip} />
      <p dir="auto">{track.title}</p>
      {campaignId !== null && (
        <p>
          <a href={`/studio/drops/${campaignId}`}>In a drop of yours</a>
          {status === 'REJECTED' ? ', where it is out' : ', where everybody sees it'}
        </p>
      )}
      {reason !== null && (
        <p class="hint" dir="auto">
          You said: {reason}
        </p>
      )}
      <FormTrouble form={form} fields={isRejecting.value ? ['reason'] : []} />
      {isRejecting.value ? (
        <SendForm
          aria-label={`Reject the clip by ${author.displayName}`}
          submit={(data) => decide('REJECTED', textOf(data, 'reason').trim())}
        >
          <Field
            form={form}
            name="reason"
            label="Reason"
            autocomplete="off"
            hint={`Only ${author.displayName} reads it.${campaignId === null ? '' : ' The clip is out of the drop then.'}`}
          />
          <div class="acts">
            <button type="submit" class="key go">
              Reject
            </button>
            <button
              type="button"
              class="key"
              onClick={() => {
                isRejecting.value = false
              }}
            >
              Back
            </button>
          </div>
        </SendForm>
      ) : (
        <div class="acts needs-js">
          {status !== 'ACCEPTED' && (
            <button type="button" class="key go" onClick={() => void decide('ACCEPTED')}>
              Accept<span class="sr"> the clip by {author.displayName}</span>
            </button>
          )}
          {status !== 'REJECTED' && (
            <button
              type="button"
              class="key"
              onClick={() => {
                isRejecting.value = true
              }}
            >
              {status === 'ACCEPTED' ? 'Remove' : 'Reject'}
              <span class="sr"> the clip by {author.displayName}</span>
            </button>
          )}
        </div>
      )}
    </li>
  )
}
