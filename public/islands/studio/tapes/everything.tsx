import { useSignal } from '@preact/signals'
import type { EverythingOffer } from '../../../../src/money/checkout/model.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'

export type EverythingFormProps = { offer: EverythingOffer | null }

const most = 90

/** The form by which an artist sells everything together, at a percent off. */
export default function EverythingForm({ offer }: EverythingFormProps) {
  const form = useForm('everything')
  const shown = useSignal(offer)
  const save = async (data: FormData) => {
    const percent = Number(textOf(data, 'percent').trim())
    if (!Number.isInteger(percent) || percent < 0 || percent > most || textOf(data, 'percent').trim() === '') {
      return form.refuse('percent', `Enter a whole number from 0 to ${most}.`)
    }
    const hasFuture = data.get('hasFuture') !== null
    const answer = await form.send(() => api.studio.everything.put({ percent, hasFuture }))
    if (!answer) return
    shown.value = answer.data.offer
    announce('Everything is for sale together.')
  }
  const end = async () => {
    const answer = await form.send(() => api.studio.everything.delete())
    if (!answer) return
    shown.value = null
    announce('Everything is no longer for sale together.')
  }
  return (
    <SendForm submit={save}>
      <Field
        form={form}
        name="percent"
        label="Percent off"
        inputMode="numeric"
        autocomplete="off"
        defaultValue={shown.value === null ? '' : String(shown.value.percent)}
        placeholder="20"
        hint={`0 to ${most}. Tapes that a buyer has, and what they paid for tracks, come off the price.`}
      />
      <label class="switch">
        <input type="checkbox" name="hasFuture" defaultChecked={shown.value?.hasFuture ?? false} />
        Buyers also get what I publish later
      </label>
      <p class="hint">
        This counts for those who buy from now on; whoever bought it keeps what was said then. Cassets that you share
        with others are not part of it.
      </p>
      <FormTrouble form={form} fields={['percent']} />
      <div class="acts">
        <SendKey form={form} label={shown.value ? 'Change it' : 'Sell everything together'} busyLabel="Saving…" />
        {shown.value && (
          <button type="button" class="key" onClick={() => void end()}>
            Stop selling it
          </button>
        )}
      </div>
      <p role="status" class="hint">
        {shown.value === null
          ? 'It is not for sale now.'
          : `It is for sale at ${shown.value.percent} % off${shown.value.hasFuture ? ', with what you publish later' : ''}.`}
      </p>
    </SendForm>
  )
}
