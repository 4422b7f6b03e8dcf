import { say } from '../../../../src/lib/language/say.ts'
import { longDay } from '../../../../src/lib/time/day-text.ts'
import type { MadeBatch } from '../../../../src/shop/download-code/model.ts'
import { api } from '../../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'

type CodeFormProps = { cassetId: string; done: (made: MadeBatch) => void }

const most = 1_000
const fields = ['label', 'count', 'expiresAt']

/** The day by the clock of this machine. */
const today = () => {
  const now = new Date()
  return longDay(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()))
}

const endOf = (day: string) => new Date(`${day}T23:59:59`).toISOString()

export function CodeForm({ cassetId, done }: CodeFormProps) {
  const form = useForm('codes')
  const make = async (data: FormData, sheet: HTMLFormElement) => {
    const label = textOf(data, 'label').trim()
    const count = Number(textOf(data, 'count').trim())
    const day = textOf(data, 'expiresAt')
    if (!Number.isInteger(count) || count < 1 || count > most)
      return form.refuse('count', say('Enter a number from 1 to 1,000.'))
    const named = label === '' ? today() : label
    const body = { cassetId, label: named, count, expiresAt: day === '' ? null : endOf(day) }
    const answer = await form.send(() => api.studio.codes.post(body))
    if (!answer) return
    sheet.reset()
    done(answer.data)
  }
  return (
    <SendForm class="form code-form" submit={make}>
      <Field
        form={form}
        name="label"
        label={say('Label')}
        placeholder={say('Merch table, spring')}
        hint={say('Optional: without one, the codes are named after today.')}
        autocomplete="off"
      />
      <Field
        form={form}
        name="count"
        label={say('How many')}
        inputMode="numeric"
        autocomplete="off"
        defaultValue="50"
        required
      />
      <Field
        form={form}
        name="expiresAt"
        label={say('Expires')}
        type="date"
        hint={say('Leave it empty for codes that never expire.')}
      />
      <FormTrouble form={form} fields={fields} />
      <div class="acts">
        <SendKey form={form} label={say('Create codes')} busyLabel={say('Creating…')} />
      </div>
    </SendForm>
  )
}
