import { longest } from '../../../../src/lib/longest.ts'
import { api } from '../../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { lengthOf, textOf, useForm } from '../../../lib/form.ts'
import { goFully } from '../../../lib/go-fully.ts'

export type MakeTapeProps = { address: string }

/** The form that makes a further tape. It opens the new one. */
export default function MakeTape({ address }: MakeTapeProps) {
  const form = useForm('make')
  const make = async (data: FormData) => {
    const [name, word] = [textOf(data, 'name').trim(), textOf(data, 'word').trim().toLowerCase()]
    if (name === '') return form.refuse('name', 'Give it a name.')
    if (lengthOf(name) > longest.cassetName) return form.refuse('name', `Use at most ${longest.cassetName} characters.`)
    const answer = await form.send(() => api.studio.cassets.post({ name, ...(word === '' ? {} : { word }) }))
    if (answer) goFully(`/studio/tapes/${answer.data.casset.slug}`)
  }
  return (
    <SendForm submit={make}>
      <Field form={form} name="name" label="Name" placeholder="Second Winter" autocomplete="off" required />
      <Field
        form={form}
        name="word"
        label="Address"
        placeholder="second-winter"
        hint={`Its page will be at ${address}/ and this. Leave it empty to take the name.`}
        autocapitalize="none"
        autocomplete="off"
        spellcheck={false}
      />
      <p class="hint">
        It begins with the look of your first tape, without a price, and only you see it until you publish.
      </p>
      <FormTrouble form={form} fields={['name', 'word']} />
      <div class="acts">
        <SendKey form={form} label="Make this tape" busyLabel="Making…" />
      </div>
    </SendForm>
  )
}
