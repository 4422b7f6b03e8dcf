import { useSignal } from '@preact/signals'
import { longest } from '../../../src/lib/longest.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'

export type AskArtistProps = {
  readonly releaseId: string
  readonly artist: string
  /** The uses of which the artist wants to be asked, and how they are called inside a sentence. */
  readonly uses: readonly { readonly scope: string; readonly text: string }[]
}

/** Asks an artist for what only they can allow: who asks, for which use, and what they offer. */
export default function AskArtist({ releaseId, artist, uses }: AskArtistProps) {
  const form = useForm('ask')
  const isSent = useSignal(false)
  const ask = async (data: FormData) => {
    const scopes = data.getAll('scopes').map(String)
    if (scopes.length === 0) return form.refuse(null, 'Choose what you want to do.')
    const intendedUse = textOf(data, 'intendedUse').trim()
    if (intendedUse === '') return form.refuse('intendedUse', 'Say what it is for.')
    const contact = { name: textOf(data, 'contact.name'), email: textOf(data, 'contact.email') }
    const quotes = api.agents.releases({ id: releaseId })['license-quote']
    const answer = await form.send(() => quotes.post({ scopes, intendedUse, contact }))
    if (answer) isSent.value = true
  }
  if (isSent.value) {
    return (
      <p class="notice" role="status">
        {artist} is told who asks, and for what. The answer comes by email.
      </p>
    )
  }
  return (
    <details class="ask">
      <summary>Ask {artist}</summary>
      <SendForm submit={ask}>
        <fieldset>
          <legend>What you want to do</legend>
          {uses.map(({ scope, text }) => (
            <label key={scope} class="check">
              <input type="checkbox" name="scopes" value={scope} /> {text}
            </label>
          ))}
        </fieldset>
        <AreaField
          form={form}
          name="intendedUse"
          label="What for, and what you offer"
          rows={4}
          hint={`Up to ${longest.intendedUse} characters.`}
        />
        <Field form={form} name="contact.name" label="Who asks" autocomplete="name" required />
        <Field
          form={form}
          name="contact.email"
          type="email"
          label="Where to answer"
          autocomplete="email"
          hint="The artist sees this address."
          required
        />
        <FormTrouble form={form} fields={['intendedUse', 'contact.name', 'contact.email']} />
        <div class="acts">
          <SendKey form={form} label="Ask" busyLabel="Sending…" />
        </div>
      </SendForm>
    </details>
  )
}
