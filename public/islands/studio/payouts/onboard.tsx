import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { asOwner } from '../../../lib/as-owner.ts'
import { FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { fieldId, textOf, useForm } from '../../../lib/form.ts'
import { goFully } from '../../../lib/go-fully.ts'

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
  const id = fieldId(form, 'country')
  const problem = form.trouble.value?.field === 'country' ? form.trouble.value.text : ''
  return (
    <SendForm submit={submit}>
      {isAsked && (
        <div class="field">
          <label for={id}>{say('Country you are paid in')}</label>
          <select id={id} name="country" required aria-invalid={problem !== ''} aria-describedby={`${id}-problem`}>
            <option value="">{say('Choose…')}</option>
            {places.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
          <p class="problem" id={`${id}-problem`}>
            {problem}
          </p>
        </div>
      )}
      <FormTrouble form={form} fields={['country']} />
      <div class="acts">
        <SendKey form={form} label={label} busyLabel={say('One moment…')} />
      </div>
    </SendForm>
  )
}
