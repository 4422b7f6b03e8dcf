import { say } from '../../../../src/lib/language/say.ts'
import { longest } from '../../../../src/lib/text/longest.ts'
import { api } from '../../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { lengthFault, textOf, useForm } from '../../../lib/form.ts'
import { go } from '../../../lib/go.ts'

export type MakeTapeProps = { address: string }

export default function MakeTape({ address }: MakeTapeProps) {
  const form = useForm('make')
  const make = async (data: FormData) => {
    const [name, word] = [textOf(data, 'name').trim(), textOf(data, 'word').trim().toLowerCase()]
    if (name === '') return form.refuse('name', say('Give it a name.'))
    const fault = lengthFault(name, longest.cassetName)
    if (fault !== '') return form.refuse('name', fault)
    const answer = await form.send(() => api.studio.cassets.post({ name, ...(word === '' ? {} : { word }) }))
    if (answer) go(`/studio/tapes/${answer.data.casset.slug}`)
  }
  return (
    <SendForm submit={make}>
      <Field
        form={form}
        name="name"
        label={say('Name')}
        placeholder={say('Second Winter')}
        autocomplete="off"
        required
      />
      <Field
        form={form}
        name="word"
        label={say('Address')}
        placeholder="second-winter"
        hint={say('Its page will be at {address}/ followed by this. Leave it empty to use the name.', { address })}
        autocapitalize="none"
        autocomplete="off"
        spellcheck={false}
      />
      <p class="hint">
        {say('It starts with the look of your first casset and without a price. Only you see it until you publish it.')}
      </p>
      <FormTrouble form={form} fields={['name', 'word']} />
      <div class="acts">
        <SendKey form={form} label={say('Make this casset')} busyLabel={say('Making…')} />
      </div>
    </SendForm>
  )
}
