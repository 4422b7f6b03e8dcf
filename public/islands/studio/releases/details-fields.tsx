import type { SaidOfAll } from '../../../../src/casset/track/upload/said-of-all.ts'
import { say } from '../../../../src/lib/language/say.ts'
import type { NewRelease, Release } from '../../../../src/release/owner/model.ts'
import { Field, FormTrouble } from '../../../lib/field.tsx'
import { Fold } from '../../../lib/fold.tsx'
import { type Form, fieldId, problemOf, textOf } from '../../../lib/form.ts'
import { type ReleaseKind, typeLabels } from './labels.ts'

export type TrackChoice = { readonly id: string; readonly title: string }

type Fault = { field: string; text: string }

type DetailsFieldsProps = {
  form: Form
  tracks: readonly TrackChoice[]
  release?: Release
  said?: SaidOfAll
  kind?: ReleaseKind
  title?: string
}

const isoDayLength = 'YYYY-MM-DD'.length

const fields = ['title', 'type', 'upc', 'releaseDate', 'label', 'mbid', 'trackIds']

export function detailsOf(data: FormData): { details: NewRelease; faults: Fault[] } {
  const orNull = (name: string) => textOf(data, name).trim() || null
  const title = textOf(data, 'title').trim()
  const trackIds = data.getAll('trackIds').filter((id) => typeof id === 'string')
  const type = typeLabels().find(({ value }) => value === textOf(data, 'type'))?.value ?? 'SINGLE'
  const codes = { upc: orNull('upc'), mbid: orNull('mbid') }
  const faults: Fault[] = []
  if (title === '') faults.push({ field: 'title', text: say('Enter a title.') })
  if (trackIds.length === 0) faults.push({ field: 'trackIds', text: say('Choose at least one track.') })
  return {
    details: { title, type, trackIds, releaseDate: orNull('releaseDate'), label: orNull('label'), ...codes },
    faults,
  }
}

export function DetailsFields({ form, tracks, release, said, kind = 'SINGLE', title = '' }: DetailsFieldsProps) {
  const type = release?.type ?? kind
  const chosen = new Set(release?.trackIds ?? tracks.map(({ id }) => id))
  const listed = inOrder(tracks, release?.trackIds ?? [])
  const tracksProblem = ['trackIds', ...listed.map((_, index) => `trackIds.${index}`)]
    .map((name) => problemOf(form, name))
    .find((text) => text !== '')
  const saidDay = said?.date?.length === isoDayLength ? said.date : undefined
  const optional = (
    <>
      <Field
        form={form}
        name="releaseDate"
        label={say('Release date')}
        type="date"
        defaultValue={release?.releaseDate ?? saidDay ?? ''}
        hint={
          said?.year && saidDay === undefined
            ? say('If it has one. Your files say {year}.', { year: said.year })
            : say('If it has one.')
        }
      />
      <Field
        form={form}
        name="label"
        label={say('Label ## of records')}
        autocomplete="off"
        defaultValue={release?.label ?? ''}
        hint={say('If it is on one.')}
      />
      <Field
        form={form}
        name="upc"
        label={say('UPC or EAN')}
        inputMode="numeric"
        autocomplete="off"
        defaultValue={release?.upc ?? ''}
        hint={say('The barcode, if you were given one. Leave it empty otherwise.')}
      />
      <Field
        form={form}
        name="mbid"
        label={say('MusicBrainz ID')}
        autocomplete="off"
        spellcheck={false}
        defaultValue={release?.mbid ?? ''}
        hint={say('If the release is there.')}
      />
    </>
  )
  return (
    <>
      <Field
        form={form}
        name="title"
        label={say('Title')}
        autocomplete="off"
        defaultValue={release?.title ?? title}
        required
      />
      <div class="field">
        <label for={fieldId(form, 'type')}>{say('Kind')}</label>
        <select id={fieldId(form, 'type')} name="type" defaultValue={type}>
          {typeLabels().map(({ value, text }) => (
            <option key={value} value={value} selected={value === type}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <fieldset class="field stickers release-tracks" id={fieldId(form, 'trackIds')} tabIndex={-1}>
        <legend>{say('Tracks')}</legend>
        {listed.map((track) => (
          <label key={track.id}>
            <input type="checkbox" name="trackIds" value={track.id} defaultChecked={chosen.has(track.id)} />
            <span dir="auto">{track.title}</span>
          </label>
        ))}
        <p class="problem">{tracksProblem}</p>
      </fieldset>
      {release ? optional : <Fold summary={say('Date, label and codes')}>{optional}</Fold>}
      <FormTrouble form={form} fields={[...fields, ...listed.map((_, index) => `trackIds.${index}`)]} />
    </>
  )
}

const inOrder = (tracks: readonly TrackChoice[], ids: readonly string[]) => [
  ...ids.flatMap((id) => tracks.filter((track) => track.id === id)),
  ...tracks.filter((track) => !ids.includes(track.id)),
]
