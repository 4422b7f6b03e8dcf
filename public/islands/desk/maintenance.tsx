import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { Health } from '../../../src/operate/desk/model.ts'
import { api } from '../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'

export function Maintenance({ first }: { first: Health['maintenance'] }) {
  const form = useForm('maintenance')
  const isClosed = useSignal(first.since !== null)
  const save = async (data: FormData) => {
    const isOn = !isClosed.value
    const answer = await form.send(() => api.desk.maintenance.put({ isOn, text: textOf(data, 'text') }))
    if (answer) isClosed.value = isOn
  }
  return (
    <section aria-labelledby="maintenance" class="health">
      <h2 id="maintenance">{isClosed.value ? say('The site is closed for work') : say('Close the site for work')}</h2>
      <p>
        {isClosed.value
          ? say('Only you and helpers for everything see its pages now. Open it again as soon as you are done.')
          : say(
              'Pages then say so to everybody but you and helpers for everything, and nothing can be changed or bought. What somebody pays, hears or uploads already goes on.',
            )}
      </p>
      <SendForm submit={(data) => void save(data)} aria-label={say('Closing the site')}>
        <Field
          form={form}
          name="text"
          label={say('What the pages say')}
          hint={say('At most 500 characters; without it: “This site is being worked on.”')}
          defaultValue={first.text}
        />
        <FormTrouble form={form} fields={['text']} />
        <div class="acts">
          <SendKey
            form={form}
            look=""
            label={isClosed.value ? say('Open the site') : say('Close the site')}
            busyLabel={say('One moment…')}
          />
        </div>
      </SendForm>
    </section>
  )
}
