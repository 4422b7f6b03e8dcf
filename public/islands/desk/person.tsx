import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { asOwner } from '../../lib/as-owner.ts'
import { AskDialog } from '../../lib/ask-dialog.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

export type PersonKeysProps = {
  id: string
  handle: string
  displayName: string
  /** The decision by which they are suspended; null for none. */
  suspension: string | null
  /** Whether the reader may delete accounts: the owner of the site. */
  canDelete: boolean
  /** Whether the site sends email; without it a reset link is shown. */
  sendsEmail: boolean
}

/** The keys of the desk about somebody: suspending, signing out, a reset link, deletion. */
export default function PersonKeys(props: PersonKeysProps) {
  const { id, displayName, suspension, canDelete, sendsEmail } = props
  const signingOut = useSignal<string | null>(null)
  const problem = useSignal('')
  const told = useSignal('')
  const link = useSignal('')
  const end = async (decision: string) => {
    // It is kept as it is, and said in the language of its reader.
    const answer = 'The suspension has ended.'
    const { error } = await api.desk.decisions({ id: decision }).lift.post({ answer })
    if (error) problem.value = troubleOf(error).text
    else location.reload()
  }
  const makeLink = async () => {
    const { data, error } = await asOwner(() => api.desk.people({ id })['reset-link'].post())
    problem.value = error ? troubleOf(error).text : ''
    if (!data) return
    link.value = data.link ?? ''
    told.value =
      data.link === null ? say('The link is on its way to them by email.') : say('Give them this link yourself:')
  }
  return (
    <section aria-labelledby="person-keys" class="needs-js person-keys">
      <h2 id="person-keys">{say('What you can do')}</h2>
      <div class="acts">
        {suspension === null ? (
          <a class="key" href={`/desk/decide?of=account:${id}`}>
            {say('Suspend')}
          </a>
        ) : (
          <button type="button" class="key" onClick={() => void end(suspension)}>
            {say('End the suspension')}
          </button>
        )}
        <button type="button" class="key" onClick={() => void makeLink()}>
          {sendsEmail ? say('Send a reset link') : say('Make a reset link')}
        </button>
        <button
          type="button"
          class="key"
          onClick={() => {
            signingOut.value = id
          }}
        >
          {say('Sign out everywhere')}
        </button>
      </div>
      <Said>{told}</Said>
      {link.value !== '' && (
        <p class="mono">
          <a href={link.value}>{link}</a>
        </p>
      )}
      <Said role="alert" class="problem">
        {problem}
      </Said>
      {canDelete && <DeletePerson {...props} />}
      <AskDialog
        about={signingOut}
        title={() => say('Sign them out?')}
        keep={say('Cancel')}
        go={say('Sign out')}
        act={async () => {
          const { error } = await api.desk.people({ id })['sign-out'].post()
          return error ? troubleOf(error) : null
        }}
        after={() => {
          told.value = say('They are signed out everywhere.')
          announce(say('They are signed out everywhere.'))
        }}
      >
        {() => (
          <p>
            {inParts(
              say('All browsers of <b>{displayName}</b> are signed out. They can sign in again.', { displayName }),
              { b: (text) => <b dir="auto">{text}</b> },
            )}
          </p>
        )}
      </AskDialog>
    </section>
  )
}

function DeletePerson({ id, handle, displayName }: PersonKeysProps) {
  const form = useForm('delete-person')
  const submit = async (data: FormData) => {
    const typed = textOf(data, 'handle').trim()
    const reason = textOf(data, 'reason').trim()
    const problems = {
      handle: typed === '' ? say('Type {handle} to delete this account.', { handle }) : '',
      reason: reason === '' ? say('Say why.') : '',
    }
    if (form.refuseAny(problems)) return
    const done = await form.send(() => asOwner(() => api.desk.people({ id }).delete.post({ handle: typed, reason })))
    if (done) location.assign('/desk/people')
  }
  return (
    <details>
      <summary>{say('Delete this account')}</summary>
      <p>
        {inParts(
          say(
            'What <b>{displayName}</b> made here is gone for good, with their sign-in, profile and files. What others bought stays theirs, and the books stay. Suspending can be undone; this cannot.',
            { displayName },
          ),
          { b: (text) => <b dir="auto">{text}</b> },
        )}
      </p>
      <SendForm submit={(data) => void submit(data)} aria-label={say('Deleting the account')}>
        <Field
          form={form}
          name="handle"
          label={say('Their handle, {handle}', { handle })}
          autocomplete="off"
          spellcheck={false}
        />
        <Field form={form} name="reason" label={say('Reason')} autocomplete="off" />
        <FormTrouble form={form} fields={['handle', 'reason']} />
        <div class="acts">
          <SendKey form={form} label={say('Delete the account')} busyLabel={say('Deleting…')} look="bad" />
        </div>
      </SendForm>
    </details>
  )
}
