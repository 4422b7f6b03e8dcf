import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { asOwner } from '../../../lib/as-owner.ts'
import { FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'
import { goFully } from '../../../lib/go-fully.ts'
import { SelectField } from '../../../lib/select-field.tsx'

export type OnboardProps = {
  label: string
  /** Countries to choose from; none for an account that is open already. */
  places: readonly { code: string; name: string }[]
}

/** Opens the processor's form, where the artist enters their details and their bank. */
export default function Onboard({ label, places }: OnboardProps) {
  const form = useForm('onboard')
  const isAsked = places.length > 0
  const submit = async (data: FormData) => {
    const country = textOf(data, 'country')
    if (isAsked && country === '') return form.refuse('country', say('Choose the country you are paid in.'))
    const answer = await form.send(() => asOwner(() => api.studio.payouts.onboarding.post(isAsked ? { country } : {})))
    if (answer) goFully(answer.data.url)
  }
  return (
    <SendForm submit={submit}>
      {isAsked && (
        <SelectField
          form={form}
          name="country"
          label={say('Country you are paid in')}
          options={places}
          autocomplete="country"
          required
        />
      )}
      <FormTrouble form={form} fields={['country']} />
      <div class="acts">
        <SendKey form={form} label={label} busyLabel={say('One moment…')} />
      </div>
    </SendForm>
  )
}
