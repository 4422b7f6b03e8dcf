import { say } from '../../../src/lib/language/say.ts'
import { longest } from '../../../src/lib/text/longest.ts'
import { api } from '../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { lengthFault, textOf, useForm } from '../../lib/form.ts'
import { go } from '../../lib/go.ts'

export default function Playlists() {
  const form = useForm('playlists')
  const make = async (data: FormData) => {
    const name = textOf(data, 'name').trim()
    if (name === '') return form.refuse('name', say('Give the playlist a name.'))
    const fault = lengthFault(name, longest.playlistName)
    if (fault !== '') return form.refuse('name', fault)
    const answer = await form.send(() => api.playlists.post({ name }))
    if (answer) go(`/library/playlists/${answer.data.id}`)
  }
  return (
    <SendForm class="form needs-js" submit={(data) => void make(data)}>
      <Field form={form} name="name" label={say('Name of a new playlist')} autocomplete="off" required />
      <FormTrouble form={form} fields={['name']} />
      <div class="acts">
        <SendKey form={form} label={say('Make it')} busyLabel={say('Making…')} />
      </div>
    </SendForm>
  )
}
