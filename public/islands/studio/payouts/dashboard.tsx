import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { asOwner } from '../../../lib/as-owner.ts'
import { FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { useForm } from '../../../lib/form.ts'
import { goFully } from '../../../lib/go-fully.ts'

/** The link to the artist's own pages at the payment processor: bank, tax forms, each payout. */
export default function Dashboard() {
  const form = useForm('dashboard')
  const submit = async () => {
    const answer = await form.send(() => asOwner(() => api.studio.payouts.dashboard.post()))
    if (answer) goFully(answer.data.url)
  }
  return (
    <SendForm submit={submit}>
      <FormTrouble form={form} fields={[]} />
      <div class="acts">
        <SendKey form={form} label={say('Open your payout account')} busyLabel={say('One moment…')} />
      </div>
    </SendForm>
  )
}
