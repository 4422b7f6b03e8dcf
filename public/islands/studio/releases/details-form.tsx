import type { Signal } from '@preact/signals'
import type { NewRelease, Release } from '../../../../src/release/model.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { type Form, fieldId, textOf } from '../../../lib/form.ts'
import { typeWords } from './words.ts'

/** A track that can be on a release. */
export type TrackChoice = { readonly id: string; readonly title: string }

type DetailsFormProps = {
  form: Form
  tracks: readonly TrackChoice[]
  release?: Release
  label: string
  busyLabel: string
  /** What is said next to the button, such as that it was saved. */
  said?: Signal<string>
  submit: (details: NewRelease) => Promise<void>
}

const fields = ['title', 'type', 'upc', 'releaseDate', 'label', 'mbid', 'trackIds']

/** The form for what a release is: title, kind, tracks, and what its registrars gave. */
export function DetailsForm({ form, tracks, release, label, busyLabel, said, submit }: DetailsFormProps) {
  const send = async (data: FormData) => {
    const orNull = (name: string) => textOf(data, name).trim() || null
    const title = textOf(data, 'title').trim()
    const trackIds = data.getAll('trackIds').filter((id) => typeof id === 'string')
    if (title === '') return form.refuse('title', 'Enter a title.')
    if (trackIds.length === 0) return form.refuse('trackIds', 'Choose at least one track.')
    const type = typeWords.find(({ value }) => value === textOf(data, 'type'))?.value ?? 'SINGLE'
    const codes = { upc: orNull('upc'), mbid: orNull('mbid') }
    await submit({ title, type, trackIds, releaseDate: orNull('releaseDate'), label: orNull('label'), ...codes })
  }
  const chosen = new Set(release?.trackIds ?? tracks.map(({ id }) => id))
  const listed = inOrder(tracks, release?.trackIds ?? [])
  const trouble = form.trouble.value
  return (
    <SendForm class="form wide" submit={send}>
      <Field form={form} name="title" label="Title" autocomplete="off" defaultValue={release?.title ?? ''} required />
      <div class="field">
        <label for={fieldId(form, 'type')}>Kind</label>
        <select id={fieldId(form, 'type')} name="type" defaultValue={release?.type ?? 'SINGLE'}>
          {typeWords.map(({ value, text }) => (
            <option key={value} value={value} selected={value === (release?.type ?? 'SINGLE')}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <fieldset class="field stickers release-tracks" id={fieldId(form, 'trackIds')} tabIndex={-1}>
        <legend>Tracks</legend>
        {listed.map(({ id, title }) => (
          <label key={id}>
            <input type="checkbox" name="trackIds" value={id} defaultChecked={chosen.has(id)} />
            <span dir="auto">{title}</span>
          </label>
        ))}
        <p class="problem">{trouble?.field?.startsWith('trackIds') ? trouble.text : ''}</p>
      </fieldset>
      <Field
        form={form}
        name="releaseDate"
        label="Release date"
        type="date"
        defaultValue={release?.releaseDate ?? ''}
        hint="If it has one."
      />
      <Field
        form={form}
        name="label"
        label="Label"
        autocomplete="off"
        defaultValue={release?.label ?? ''}
        hint="If it is on one."
      />
      <Field
        form={form}
        name="upc"
        label="UPC or EAN"
        inputMode="numeric"
        autocomplete="off"
        defaultValue={release?.upc ?? ''}
        hint="The barcode, if you were given one. Leave it empty otherwise."
      />
      <Field
        form={form}
        name="mbid"
        label="MusicBrainz ID"
        autocomplete="off"
        spellcheck={false}
        defaultValue={release?.mbid ?? ''}
        hint="If the release is there."
      />
      <FormTrouble form={form} fields={[...fields, ...listed.map((_, index) => `trackIds.${index}`)]} />
      <div class="acts">
        <SendKey form={form} label={label} busyLabel={busyLabel} />
        <span class="hand said" role="status">
          {said}
        </span>
      </div>
    </SendForm>
  )
}

/** The tracks of the release in its order, then the others. */
const inOrder = (tracks: readonly TrackChoice[], ids: readonly string[]) => [
  ...ids.flatMap((id) => tracks.filter((track) => track.id === id)),
  ...tracks.filter((track) => !ids.includes(track.id)),
]
