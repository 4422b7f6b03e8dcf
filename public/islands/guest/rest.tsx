import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { go } from '../../lib/go.ts'

export type RestProps = {
  secret: string
  /** The page where the rest is bought. */
  path: string
  label: string
}

/** Leads a guest who has single tracks to the rest, for the difference (rule: the-rest). */
export default function Rest({ secret, path, label }: RestProps) {
  const form = useForm('rest')
  const submit = async () => {
    if (await form.send(() => api.guest.rest.post({ secret }))) go(path)
  }
  return (
    <SendForm submit={() => void submit()}>
      <FormTrouble form={form} fields={[]} />
      <div class="acts">
        <SendKey form={form} look="" label={label} busyLabel={say('One moment…')} />
      </div>
    </SendForm>
  )
}
