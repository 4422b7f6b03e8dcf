import { type Signal, useSignal } from '@preact/signals'
import type { Submission } from '../../../src/drop/submission/shape.ts'
import { say } from '../../../src/lib/language/say.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { type Form, fieldId, textOf, useForm } from '../../lib/form.ts'
import { sendClip } from './send-clip.ts'

export type HookChoice = { hookId: string; title: string }

type ClipFormProps = {
  artist: string
  hooks: readonly HookChoice[]
  chosen: string | null
  campaignId?: string
  onSubmitted: (submission: Submission) => void
}

export function ClipForm({ artist, hooks, chosen, campaignId, onSubmitted }: ClipFormProps) {
  const form = useForm('clip')
  const way = useSignal<'file' | 'url'>('file')
  const file = useSignal<File | null>(null)
  const sent = useSignal<number | null>(null)
  const send = async (typed: FormData, element: HTMLFormElement) => {
    if (sent.value !== null) return
    const clip = way.value === 'url' ? { url: textOf(typed, 'clip.url').trim() } : await upload()
    if (clip === null) return
    const said = { hookId: textOf(typed, 'hookId'), clip, caption: textOf(typed, 'caption') }
    const body = campaignId === undefined ? said : { ...said, campaignId }
    const made = await form.send(() => api.hooks.submissions.post(body))
    if (!made) return
    element.reset()
    file.value = null
    announce(
      campaignId === undefined
        ? say('Your clip is sent. {artist} decides about it.', { artist })
        : say('Your clip is in the drop.'),
    )
    onSubmitted(made.data.submission)
  }
  const upload = async () => {
    if (file.value === null) {
      form.refuse('clip.file', say('Choose a file first.'))
      return null
    }
    sent.value = 0
    const uploaded = await sendClip(file.value, (part) => {
      sent.value = part
    })
    sent.value = null
    if ('id' in uploaded) return { assetId: uploaded.id }
    form.refuse('clip.file', uploaded.why)
    return null
  }
  return (
    <SendForm submit={send}>
      <div class="field" hidden={campaignId !== undefined}>
        <label for={fieldId(form, 'hookId')}>{say('Track')}</label>
        <select id={fieldId(form, 'hookId')} name="hookId">
          {hooks.map(({ hookId, title }) => (
            <option key={hookId} value={hookId} selected={hookId === chosen}>
              {title}
            </option>
          ))}
        </select>
      </div>
      <fieldset class="row ways">
        <legend>{say('Your clip')}</legend>
        <Way way={way} is="file" label={say('Upload a file')} />
        <Way way={way} is="url" label={say('Link to it ## instead of uploading a clip')} />
      </fieldset>
      {way.value === 'url' ? (
        <Field
          form={form}
          name="clip.url"
          label={say('Its address')}
          inputMode="url"
          autocapitalize="none"
          autocomplete="off"
          spellcheck={false}
          placeholder="https://"
          hint={say('It is shown as a card that leads there.')}
        />
      ) : (
        <FileField form={form} file={file} sent={sent} />
      )}
      <AreaField
        form={form}
        name="caption"
        label={say('Caption')}
        rows={2}
        hint={say('At most 280 characters. You may leave it out.')}
      />
      <FormTrouble form={form} fields={['clip.url', 'clip.file', 'caption']} />
      <div class="acts">
        <SendKey form={form} label={say('Send to {artist}', { artist })} busyLabel={say('Sending…')} />
      </div>
    </SendForm>
  )
}

function Way({ way, is, label }: { way: Signal<'file' | 'url'>; is: 'file' | 'url'; label: string }) {
  return (
    <label class="tap">
      <input
        type="radio"
        name="way"
        value={is}
        checked={way.value === is}
        onChange={() => {
          way.value = is
        }}
      />
      {label}
    </label>
  )
}

const accepted = 'video/mp4,video/webm,audio/mpeg,audio/mp4,.m4a'

type FileFieldProps = { form: Form; file: Signal<File | null>; sent: Signal<number | null> }

function FileField({ form, file, sent }: FileFieldProps) {
  const id = fieldId(form, 'clip.file')
  const trouble = form.trouble.value
  const isWrong = trouble?.field === 'clip.file'
  return (
    <div class="field">
      <label for={id}>{say('File')}</label>
      <input
        id={id}
        type="file"
        accept={accepted}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint ${id}-problem`}
        onChange={({ currentTarget }) => {
          file.value = currentTarget.files?.[0] ?? null
        }}
      />
      <p class="hint" id={`${id}-hint`}>
        {say('MP4, WebM, MP3 or M4A, at most 60 MB and 90 seconds. Place, camera and other tags are removed.')}
      </p>
      {sent.value !== null && (
        <progress aria-label={say('Upload')} value={sent.value} max={1}>
          {Math.round(sent.value * 100)} %
        </progress>
      )}
      <p class="problem" id={`${id}-problem`}>
        {isWrong ? trouble.text : ''}
      </p>
    </div>
  )
}
