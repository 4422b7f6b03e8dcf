import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { Field, FormTrouble, SendForm } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { ClipCard } from '../../clip/clip-card.tsx'
import type { StudioClip } from './clips.tsx'

type ClipRowProps = { clip: StudioClip; onDecided: (status: 'ACCEPTED' | 'REJECTED') => void }

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
          {inParts(
            status === 'REJECTED'
              ? say('<a>In a drop of yours</a>, where it is out')
              : say('<a>In a drop of yours</a>, where everybody sees it'),
            { a: (text) => <a href={`/studio/drops/${campaignId}`}>{text}</a> },
          )}
        </p>
      )}
      {reason !== null && (
        <p class="hint" dir="auto">
          {say('You said: {reason}', { reason })}
        </p>
      )}
      <FormTrouble form={form} fields={isRejecting.value ? ['reason'] : []} />
      {isRejecting.value ? (
        <SendForm
          aria-label={say('Reject the clip by {displayName}', { displayName: author.displayName })}
          submit={(data) => decide('REJECTED', textOf(data, 'reason').trim())}
        >
          <Field
            form={form}
            name="reason"
            label={say('Reason')}
            autocomplete="off"
            hint={
              campaignId === null
                ? say('Only {displayName} reads it.', { displayName: author.displayName })
                : say('Only {displayName} reads it. The clip is out of the drop then.', {
                    displayName: author.displayName,
                  })
            }
          />
          <div class="acts">
            <button type="submit" class="key go">
              {say('Reject')}
            </button>
            <button
              type="button"
              class="key"
              onClick={() => {
                isRejecting.value = false
              }}
            >
              {say('Back')}
            </button>
          </div>
        </SendForm>
      ) : (
        <div class="acts needs-js">
          {status !== 'ACCEPTED' && (
            <button type="button" class="key go" onClick={() => void decide('ACCEPTED')}>
              {inParts(say('Accept<span> the clip by {displayName}</span>', { displayName: author.displayName }), {
                span: (text) => <span class="sr">{text}</span>,
              })}
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
              {inParts(
                status === 'ACCEPTED'
                  ? say('Remove<span> the clip by {displayName}</span>', { displayName: author.displayName })
                  : say('Reject<span> the clip by {displayName}</span>', { displayName: author.displayName }),
                { span: (text) => <span class="sr">{text}</span> },
              )}
            </button>
          )}
        </div>
      )}
    </li>
  )
}
