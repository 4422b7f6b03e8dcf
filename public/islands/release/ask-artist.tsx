import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { readSum } from '../../../src/lib/money/money.ts'
import { type Bounds, boundsText } from '../../../src/lib/money/price.ts'
import { sumProblem } from '../../../src/lib/money/sum-problem.ts'
import { longest } from '../../../src/lib/text/longest.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { Said } from '../../lib/said.tsx'

export type AskArtistProps = {
  readonly releaseId: string
  readonly artist: string
  /** The uses of which the artist wants to be asked, and how they are called inside a sentence. */
  readonly uses: readonly { readonly scope: string; readonly text: string }[]
  readonly currency: string
  /** The prices that can be paid on this site. */
  readonly prices: Bounds
  readonly hasMail: boolean
}

export default function AskArtist({ releaseId, artist, uses, currency, prices, hasMail }: AskArtistProps) {
  const form = useForm('ask')
  const sentTo = useSignal<string | null>(null)
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // Programs lead people here (contactUrl).
    if (location.hash === '#ask' && box.current) box.current.open = true
  }, [])
  const ask = async (data: FormData) => {
    const scopes = data.getAll('scopes').map(String)
    if (scopes.length === 0) return form.refuse(null, say('Choose what you want to do.'))
    const intendedUse = textOf(data, 'intendedUse').trim()
    if (intendedUse === '') return form.refuse('intendedUse', say('Say what it is for.'))
    const written = textOf(data, 'offer').trim()
    const problem = written === '' ? '' : sumProblem(written, prices, currency)
    if (problem !== '') return form.refuse('offer', problem)
    const amount = written === '' ? null : readSum(written, currency)
    const offer = amount === null ? {} : { offer: { amount, currency } }
    const contact = { name: textOf(data, 'contact.name'), email: textOf(data, 'contact.email') }
    const quotes = api.agents.releases({ id: releaseId })['license-quote']
    const answer = await form.send(() => quotes.post({ scopes, intendedUse, contact, ...offer }))
    if (answer) sentTo.value = answer.data.request?.url ?? ''
  }
  if (sentTo.value !== null) {
    return (
      <Said takesFocus as="div" class="notice">
        <p>
          {hasMail
            ? say('{artist} is told who asks and what for. The answer comes by email.', { artist })
            : say('{artist} is told who asks and what for. The answer comes on the page of your request.', { artist })}
        </p>
        <p>
          <a class="key" href={new URL(sentTo.value).pathname}>
            {say('See your request')}
          </a>
        </p>
        <p class="fine-print">
          {say('Keep that page: anyone with its address can read the answer or delete the request.')}
        </p>
      </Said>
    )
  }
  return (
    <details ref={box} class="ask needs-js" id="ask">
      <summary>{say('Ask {artist}', { artist })}</summary>
      <SendForm submit={ask}>
        <fieldset>
          <legend>{say('What you want to do')}</legend>
          {uses.map(({ scope, text }) => (
            <label key={scope} class="check">
              <input type="checkbox" name="scopes" value={scope} /> {text}
            </label>
          ))}
        </fieldset>
        <AreaField
          form={form}
          name="intendedUse"
          label={say('What for')}
          rows={4}
          hint={say('Up to {characters} characters.', { characters: longest.intendedUse })}
        />
        <Field
          form={form}
          name="offer"
          label={say('What you offer in {currency}, if you like', { currency: currency.toUpperCase() })}
          inputMode="decimal"
          hint={say('{limits}. You pay nothing now: the artist answers with a price.', {
            limits: boundsText(prices, currency),
          })}
        />
        <Field form={form} name="contact.name" label={say('Your name')} autocomplete="name" required />
        <Field
          form={form}
          name="contact.email"
          type="email"
          label={say('Your email address')}
          autocomplete="email"
          hint={say('The artist does not see it.')}
          required
        />
        <FormTrouble form={form} fields={['intendedUse', 'offer', 'contact.name', 'contact.email']} />
        <div class="acts">
          <SendKey form={form} label={say('Ask')} busyLabel={say('Sending…')} />
        </div>
      </SendForm>
    </details>
  )
}
