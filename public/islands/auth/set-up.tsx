import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { tabStore } from '../../lib/store.ts'
import { setupTokenKey, watchToken } from './take-token.ts'

/**
 * Makes the visitor who opens the link of the first start the owner; a stranger gets the link again
 * after signing up.
 */
export default function SetUp({ isSignedIn }: { isSignedIn: boolean }) {
  const form = useForm('setup')
  const isDone = useSignal(false)
  useEffect(
    () =>
      watchToken((token) => {
        if (token !== null) tabStore.write(setupTokenKey, token)
      }),
    [],
  )
  const claim = async () => {
    const token = tabStore.read(setupTokenKey)
    if (token === null)
      return form.refuse(null, 'This link is incomplete. Copy the whole link that the program printed.')
    const answer = await form.send(() => api.auth.setup.post({ token }))
    if (!answer) return
    tabStore.write(setupTokenKey, null)
    isDone.value = true
  }
  if (isDone.value) {
    return (
      <div class="form" role="status">
        <p class="hand">This site is yours.</p>
        <p class="acts">
          <a class="key go" href="/desk">
            See how it is set up
          </a>
          <a href="/studio">Go to the studio</a>
        </p>
      </div>
    )
  }
  if (!isSignedIn) {
    return (
      <div class="form">
        <p>The owner needs an account. Create one or sign in; this tab remembers the link.</p>
        <p class="acts">
          <a class="key go" href="/signup?next=/setup">
            Create an account
          </a>
          <a href="/login?next=/setup">I have an account</a>
        </p>
      </div>
    )
  }
  return (
    <SendForm submit={claim}>
      <p>The owner runs this site: payments, email and who may join.</p>
      <FormTrouble form={form} fields={[]} />
      <div class="acts">
        <SendKey form={form} label="Make me the owner" busyLabel="One moment…" />
      </div>
    </SendForm>
  )
}
