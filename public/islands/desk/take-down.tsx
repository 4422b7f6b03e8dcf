import { say } from '../../../src/lib/language/say.ts'
import type { NewDecision } from '../../../src/operate/moderation/model.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'

type TakeDownProps = Pick<NewDecision, 'kind' | 'id'>

const isHeld = (kind: TakeDownProps['kind']) => kind === 'page' || kind === 'track'

const termsHints = (): Partial<Record<TakeDownProps['kind'], string>> => ({
  page: say('Whoever bought it keeps it.'),
  track: say('Whoever bought it keeps it.'),
  emoji: say('It is shown to nobody, also not to its buyers.'),
})

const Hint = ({ text }: { text: string | undefined }) => text !== undefined && <span class="hint">{text}</span>

export default function TakeDown({ kind, id }: TakeDownProps) {
  const form = useForm('take-down')
  const isAccount = kind === 'account'
  const submit = async (data: FormData) => {
    const ground = textOf(data, 'ground') === 'law' ? 'law' : 'terms'
    const [basis, facts] = [textOf(data, 'basis'), textOf(data, 'facts')]
    const faults = {
      basis: basis.trim() === '' ? say('Name the law or the part of your terms.') : '',
      facts: facts.trim() === '' ? say('Say what you found.') : '',
    }
    if (form.refuseAny(faults)) return
    const answer = await form.send(() => api.desk.decisions.post({ kind, id, ground, basis, facts }))
    if (answer) location.assign(`/desk/decisions/${answer.data.decision.id}`)
  }
  return (
    <SendForm submit={(data) => void submit(data)} aria-label={isAccount ? say('Suspending') : say('Taking down')}>
      <fieldset class="one-of">
        <legend>{say('The ground')}</legend>
        <label>
          <input type="radio" name="ground" value="terms" defaultChecked /> {say('Your terms')}
          <Hint text={termsHints()[kind]} />
        </label>
        <label>
          <input type="radio" name="ground" value="law" /> {say('A law')}
          <Hint text={isHeld(kind) ? say('Its buyers lose it too.') : undefined} />
        </label>
      </fieldset>
      <Field form={form} name="basis" label={say('Which law, or which part of your terms')} required />
      <AreaField
        form={form}
        name="facts"
        label={say('What you found, and why it is not allowed')}
        hint={isAccount ? say('They read exactly this.') : say('Its maker reads exactly this.')}
      />
      <FormTrouble form={form} fields={['basis', 'facts']} />
      <div class="acts">
        {isAccount ? (
          <SendKey form={form} label={say('Suspend the account')} busyLabel={say('Suspending…')} look="bad" />
        ) : (
          <SendKey form={form} label={say('Take it down')} busyLabel={say('Taking it down…')} look="bad" />
        )}
      </div>
    </SendForm>
  )
}
