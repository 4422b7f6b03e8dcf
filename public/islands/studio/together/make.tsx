import { say } from '../../../../src/lib/language/say.ts'
import { longest } from '../../../../src/lib/text/longest.ts'
import { api } from '../../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { lengthFault, textOf, useForm } from '../../../lib/form.ts'
import { go } from '../../../lib/go.ts'

export const handlesIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((each) => each.replace(/^@/, ''))
    .filter((each) => each !== '')

export default function Make() {
  const form = useForm('make')
  const make = async (data: FormData) => {
    const [name, slug] = [textOf(data, 'name').trim(), textOf(data, 'slug').trim().toLowerCase()]
    const members = handlesIn(textOf(data, 'members'))
    if (name === '') return form.refuse('name', say('Give it a name.'))
    const fault = lengthFault(name, longest.cassetName)
    if (fault !== '') return form.refuse('name', fault)
    if (members.length === 0) return form.refuse('members', say('Invite at least one artist by their handle.'))
    const answer = await form.send(() =>
      api['co-cassets'].post({ name, members, ...(slug === '' ? {} : { slug: slug.replace(/^@/, '') }) }),
    )
    if (answer) return go(`/studio/together/${answer.data.coCasset.slug}`)
    // One of several handles has no field of its own.
    const trouble = form.trouble.value
    if (trouble?.field?.startsWith('members.')) form.refuse('members', trouble.text)
  }
  return (
    <SendForm submit={make}>
      <Field form={form} name="name" label={say('Name')} placeholder={say('Night Shift')} autocomplete="off" required />
      <Field
        form={form}
        name="members"
        label={say('Who makes it with you')}
        placeholder={say('@ada @ben')}
        hint={say('Handles of artists on this site. Each gets an invitation.')}
        autocapitalize="none"
        autocomplete="off"
        spellcheck={false}
        required
      />
      <Field
        form={form}
        name="slug"
        label={say('Address')}
        placeholder="night-shift"
        hint={say('Its page will be at /@ followed by this. Leave it empty to use the name.')}
        autocapitalize="none"
        autocomplete="off"
        spellcheck={false}
      />
      <p class="hint">
        {say('All of you start with equal parts of what it earns. You can agree on others at any time.')}
      </p>
      <FormTrouble form={form} fields={['name', 'members', 'slug']} />
      <div class="acts">
        <SendKey form={form} label={say('Make it and invite')} busyLabel={say('Making…')} />
      </div>
    </SendForm>
  )
}
