import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { useForm } from '../../../lib/form.ts'
import { go } from '../../../lib/go.ts'

export default function AskToSell() {
  const form = useForm('ask-to-sell')
  const submit = async () => {
    if (await form.send(() => api.studio.payouts.permission.post())) go('/studio/payouts', 'replace')
  }
  return (
    <SendForm submit={submit}>
      <FormTrouble form={form} fields={[]} />
      <div class="acts">
        <SendKey form={form} label={say('Ask to sell')} busyLabel={say('One moment…')} />
      </div>
    </SendForm>
  )
}
