import type { NewDecision } from '../../../src/operate/moderation/model.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'

type TakeDownProps = Pick<NewDecision, 'kind' | 'id'>

/** Takes something down or suspends an account, with the statement of reasons for its maker. */
export default function TakeDown({ kind, id }: TakeDownProps) {
  const form = useForm('take-down')
  const isAccount = kind === 'account'
  const submit = async (data: FormData) => {
    const ground = textOf(data, 'ground') === 'law' ? 'law' : 'terms'
    const [basis, facts] = [textOf(data, 'basis'), textOf(data, 'facts')]
    const faults = {
      basis: basis.trim() === '' ? 'Name the law or the part of your terms.' : '',
      facts: facts.trim() === '' ? 'Say what you found.' : '',
    }
    if (form.refuseAny(faults)) return
    const answer = await form.send(() => api.desk.decisions.post({ kind, id, ground, basis, facts }))
    if (answer) location.assign(`/desk/decisions/${answer.data.decision.id}`)
  }
  return (
    <SendForm submit={(data) => void submit(data)} aria-label={isAccount ? 'Suspending' : 'Taking down'}>
      <fieldset class="one-of">
        <legend>The ground</legend>
        <label>
          <input type="radio" name="ground" value="terms" defaultChecked /> Your terms
          {!isAccount && <span class="hint">Whoever bought it keeps it; an emoji is shown to nobody.</span>}
        </label>
        <label>
          <input type="radio" name="ground" value="law" /> A law
          {!isAccount && <span class="hint">Its buyers lose it too.</span>}
        </label>
      </fieldset>
      <Field form={form} name="basis" label="Which law, or which part of your terms" required />
      <AreaField
        form={form}
        name="facts"
        label="What you found, and why it is not allowed"
        hint={isAccount ? 'They read exactly this.' : 'Its maker reads exactly this.'}
      />
      <FormTrouble form={form} fields={['basis', 'facts']} />
      <div class="acts">
        {isAccount ? (
          <SendKey form={form} label="Suspend the account" busyLabel="Suspending…" isGrave />
        ) : (
          <SendKey form={form} label="Take it down" busyLabel="Taking it down…" isGrave />
        )}
      </div>
    </SendForm>
  )
}
