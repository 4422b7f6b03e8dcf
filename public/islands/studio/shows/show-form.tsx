import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { NewShow, Show } from '../../../../src/audience/show/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { longest } from '../../../../src/lib/text/longest.ts'
import { api } from '../../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { type Form, lengthFault, textOf, useForm } from '../../../lib/form.ts'
import { SelectField } from '../../../lib/select-field.tsx'
import { SwitchField } from '../../../lib/switch-field.tsx'

export type Country = { code: string; name: string }

/** The values that a form begins with; a zone of null is that of the browser. */
export type Draft = Partial<Omit<Show, 'zone'>> & { zone: string | null }

const fields = ['day', 'time', 'doors', 'zone', 'venue', 'town', 'country', 'withWhom', 'ticketsUrl'] as const

type Props = {
  /** Null for a new one. */
  id: string | null
  draft: Draft
  countries: readonly Country[]
  done: (show: Show) => void
  close: (id: string | null) => void
}

export function ShowForm({ id, draft, countries, done, close }: Props) {
  const form = useForm('show')
  const send = async (data: FormData) => {
    const show = readForm(data)
    if (form.refuseAny(faultsOf(show))) return
    const answer = await form.send(() =>
      id === null ? api.studio.shows.post(show) : api.studio.shows({ id }).put(show),
    )
    if (answer) done(answer.data.show)
  }
  return (
    <SendForm class="form wide" submit={(data) => void send(data)}>
      <div class="letter-hour">
        <Field form={form} name="day" type="date" label={say('Day')} defaultValue={draft.day ?? ''} required />
        <Field
          form={form}
          name="time"
          type="time"
          label={say('Begins ## a show')}
          defaultValue={draft.time ?? ''}
          hint={say('Leave it empty if you do not know yet.')}
        />
        <Field
          form={form}
          name="doors"
          type="time"
          label={say('Doors open ## of a show')}
          defaultValue={draft.doors ?? ''}
        />
      </div>
      <Field
        form={form}
        name="venue"
        label={say('Venue')}
        defaultValue={draft.venue ?? ''}
        autocomplete="off"
        required
      />
      <div class="letter-hour">
        <Field
          form={form}
          name="town"
          label={say('Town')}
          defaultValue={draft.town ?? ''}
          autocomplete="off"
          required
        />
        <SelectField
          form={form}
          name="country"
          label={say('Country')}
          options={countries}
          chosen={draft.country ?? ''}
          required
        />
        <Zone form={form} chosen={draft.zone} />
      </div>
      <Field
        form={form}
        name="withWhom"
        label={say('With ## others who play at a show')}
        defaultValue={draft.withWhom ?? ''}
        autocomplete="off"
        hint={say('Others who play, if any.')}
      />
      <Field
        form={form}
        name="ticketsUrl"
        label={say('Tickets ## a link to where they are sold')}
        defaultValue={draft.ticketsUrl ?? ''}
        inputMode="url"
        autocapitalize="none"
        autocomplete="off"
        spellcheck={false}
        placeholder="https://"
        hint={say('The address where they are sold, if there is one.')}
      />
      <SelectField
        form={form}
        name="state"
        label={say('How it stands')}
        options={[
          { code: 'ON', name: say('It takes place') },
          { code: 'SOLD_OUT', name: say('Sold out') },
          { code: 'CALLED_OFF', name: say('Called off ## a show') },
        ]}
        chosen={draft.state ?? 'ON'}
      />
      <SwitchField
        form={form}
        name="onCard"
        label={say('Print it on the J-card')}
        hint={say('The cards of your cassets have your next shows, as long as they fit.')}
        defaultChecked={draft.onCard ?? false}
      />
      <FormTrouble form={form} fields={fields} />
      <div class="acts">
        <SendKey form={form} label={say('Save')} busyLabel={say('Saving…')} />
        <button type="button" class="key" onClick={() => close(id)}>
          {say('Cancel')}
        </button>
      </div>
    </SendForm>
  )
}

function readForm(data: FormData): NewShow {
  const text = (name: string) => textOf(data, name).trim()
  const state = text('state')
  return {
    day: text('day'),
    time: text('time') || null,
    doors: text('doors') || null,
    zone: text('zone'),
    venue: text('venue'),
    town: text('town'),
    country: text('country'),
    withWhom: text('withWhom') || null,
    ticketsUrl: text('ticketsUrl') || null,
    state: state === 'SOLD_OUT' || state === 'CALLED_OFF' ? state : 'ON',
    onCard: data.has('onCard'),
  }
}

const faultsOf = ({ day, venue, town, country, withWhom, ticketsUrl }: NewShow) => ({
  // A browser gives nothing for a day that does not exist.
  day: day === '' ? say('Enter a day that exists.') : '',
  venue: venue === '' ? say('Enter the name of the place.') : lengthFault(venue, longest.venue),
  town: town === '' ? say('Enter the town.') : lengthFault(town, longest.town),
  country: country === '' ? say('Choose a country.') : '',
  withWhom: lengthFault(withWhom ?? '', longest.withWhom),
  ticketsUrl: lengthFault(ticketsUrl ?? '', longest.url),
})

/** The time zone of the place: that of the browser, until another is chosen. */
function Zone({ form, chosen }: { form: Form; chosen: string | null }) {
  const own = useSignal(chosen)
  useEffect(() => {
    own.value ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  }, [])
  const zone = own.value ?? 'UTC'
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])
  return (
    <SelectField
      key={zone}
      form={form}
      name="zone"
      label={say('Time zone of the place')}
      options={[...zones].map((name) => ({ code: name, name }))}
      chosen={zone}
    />
  )
}
