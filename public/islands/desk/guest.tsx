import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { GuestData } from '../../../src/operate/guest/model.ts'
import { api } from '../../lib/api.ts'
import { asOwner } from '../../lib/as-owner.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { Said } from '../../lib/said.tsx'
import { saveFile } from '../../lib/save-file.ts'

const listNames = (): Readonly<Record<string, string>> => ({
  purchases: say('Purchases'),
  'gifts-received': say('Gifts to this address'),
  'mailing-lists': say('Mailing lists'),
  'mailing-lists-asked': say('Asked whether they want news'),
  letters: say('Letters'),
  'license-requests': say('Questions about licenses'),
  'content-reports': say('Reports'),
  withdrawals: say('Withdrawals'),
  emails: say('Emails'),
  'emails-failed': say('Emails that came back'),
})

/** Finds what is kept by an address, to give it to its owner as a file, and to erase it. */
export default function Guest({ canErase }: { canErase: boolean }) {
  const form = useForm('guest')
  const found = useSignal<GuestData | null>(null)
  const said = useSignal('')
  const find = async (data: FormData) => {
    said.value = ''
    const answer = await form.send(() => api.desk.guests.read.post({ email: textOf(data, 'email') }))
    found.value = answer?.data.guest ?? null
    if (answer && Object.keys(answer.data.guest.lists).length === 0)
      said.value = say('Nothing is kept by this address.')
  }
  const lists = Object.entries(found.value?.lists ?? {})
  return (
    <>
      <SendForm submit={(data) => void find(data)}>
        <Field form={form} name="email" label={say('Email address')} type="email" autocomplete="off" />
        <FormTrouble form={form} fields={['email']} />
        <div class="acts">
          <SendKey form={form} label={say('Find')} busyLabel={say('Looking…')} />
        </div>
      </SendForm>
      {found.value && lists.length > 0 && (
        <section aria-labelledby="guest-found" class="stack">
          <h2 id="guest-found">{found.value.email}</h2>
          <ul>
            {lists.map(([name, rows]) => (
              <li key={name}>
                {listNames()[name] ?? name}: {rows.length}
              </li>
            ))}
          </ul>
          <div class="acts">
            <button type="button" class="key" onClick={() => found.value && save(found.value)}>
              {say('Save all of it as a file')}
            </button>
          </div>
          {canErase && (
            <Erase
              email={found.value.email}
              done={() => {
                found.value = null
                said.value = say('The address is erased. The books stay, and so do links to what was bought.')
              }}
            />
          )}
        </section>
      )}
      <Said>{said}</Said>
    </>
  )
}

const save = (guest: GuestData): void => saveFile('data.json', JSON.stringify(guest, null, 2), 'application/json')

function Erase({ email, done }: { email: string; done: () => void }) {
  const form = useForm('guest-erase')
  const erase = async (data: FormData) => {
    const reason = textOf(data, 'reason')
    const answer = await form.send(() => asOwner(() => api.desk.guests.erase.post({ email, reason })))
    if (answer) done()
  }
  return (
    <SendForm submit={(data) => void erase(data)}>
      <Field
        form={form}
        name="reason"
        label={say('Why')}
        hint={say('Kept in the log of the desk, without the address.')}
      />
      <FormTrouble form={form} fields={['reason']} />
      <div class="acts">
        <SendKey form={form} label={say('Erase the address')} busyLabel={say('Erasing…')} isPlain />
      </div>
    </SendForm>
  )
}
