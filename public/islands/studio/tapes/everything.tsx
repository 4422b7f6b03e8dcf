import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { leastTapes } from '../../../../src/lib/payment/least-tapes.ts'
import { gap, joinSentences } from '../../../../src/lib/text/gap.ts'
import type { EverythingOffer, EverythingStanding } from '../../../../src/shop/everything/model.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'
import { Said } from '../../../lib/said.tsx'
import { SwitchField } from '../../../lib/switch-field.tsx'

export type EverythingFormProps = { offer: EverythingOffer | null; standing: EverythingStanding }

const most = 90

export default function EverythingForm({ offer, standing }: EverythingFormProps) {
  const form = useForm('everything')
  const shown = useSignal(offer)
  const stands = useSignal(standing)
  const save = async (data: FormData) => {
    const percent = Number(textOf(data, 'percent').trim())
    if (!Number.isInteger(percent) || percent < 0 || percent > most || textOf(data, 'percent').trim() === '') {
      return form.refuse('percent', say('Enter a whole number from 0 to {most}.', { most }))
    }
    const hasFuture = data.get('hasFuture') !== null
    const answer = await form.send(() => api.studio.everything.put({ percent, hasFuture }))
    if (!answer) return
    shown.value = answer.data.offer
    stands.value = answer.data.standing
    if (answer.data.standing.isSold) announce(say('Everything is for sale together.'))
  }
  const end = async () => {
    const answer = await form.send(() => api.studio.everything.delete())
    if (!answer) return
    shown.value = null
    announce(say('Everything is no longer for sale together.'))
  }
  return (
    <SendForm submit={save}>
      <Field
        form={form}
        name="percent"
        label={say('Percent off')}
        inputMode="numeric"
        autocomplete="off"
        defaultValue={shown.value === null ? '' : String(shown.value.percent)}
        placeholder="20"
        hint={say(
          '0 to {most}. Cassets a buyer already has, and single tracks they paid for, are taken off the price.',
          { most },
        )}
      />
      <SwitchField
        form={form}
        name="hasFuture"
        label={say('Buyers also get what I publish later')}
        hint={say(
          'Preorders then come along too; otherwise they are not included. This applies to purchases from now on; earlier buyers keep what they were promised. Cassets that you share with others are not included.',
        )}
        defaultChecked={shown.value?.hasFuture ?? false}
      />
      <FormTrouble form={form} fields={['percent']} />
      <div class="acts">
        <SendKey
          form={form}
          label={shown.value ? say('Change it') : say('Sell everything together')}
          busyLabel={say('Saving…')}
        />
        {shown.value && (
          <button type="button" class="key" onClick={() => void end()}>
            {say('Stop selling it')}
          </button>
        )}
      </div>
      <Said class="hint">{standingText(shown.value, stands.value)}</Said>
    </SendForm>
  )
}

/** Tells whether visitors are offered it now, and otherwise why not. */
function standingText(
  offer: EverythingOffer | null,
  { isSold, canBePaid, isFree, open, preorders }: EverythingStanding,
) {
  if (offer === null) return say('It is not for sale now.')
  const { percent, hasFuture } = offer
  if (isSold) {
    const sold = hasFuture
      ? say('It is for sale at {percent} % off, with what you publish later.', { percent })
      : say('It is for sale at {percent} % off.', { percent })
    return joinSentences(sold, ...(hasFuture ? preorders.map(comesAlong) : []))
  }
  if (isFree) return say('Ready, but nobody is offered it: all of your cassets are free.')
  if (!canBePaid) return say('Ready, but nobody is offered it yet: set up payouts first.')
  const missing = say(
    'Ready, but nobody is offered it yet: {least} of your cassets have to be public and open, and {open, plural, =0 {none is} one {one is} other {# are}}.',
    { least: leastTapes, open },
  )
  const next = preorders[leastTapes - open - 1]
  return next ? `${missing}${gap()}${say('{name} opens {hour}.', next)}` : missing
}

const comesAlong = ({ name, hour }: EverythingStanding['preorders'][number]) =>
  say('{name} comes along, and opens {hour}.', { name, hour })
