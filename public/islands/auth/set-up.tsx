import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { goFully } from '../../lib/go-fully.ts'
import { tabStore } from '../../lib/store.ts'
import SignUp from './sign-up.tsx'
import { setupTokenKey, watchToken } from './take-token.ts'

export type SetUpProps = { isSignedIn: boolean; host: string }

const next = '/desk/setup'
const incompleteWords = () => say('This link is incomplete. Copy the whole link that the program printed.')

/**
 * Makes the visitor who opens the link of the first start the owner; a stranger makes their account
 * and the desk in one step.
 */
export default function SetUp({ isSignedIn, host }: SetUpProps) {
  const form = useForm('setup')
  const isIncomplete = useSignal(false)
  useEffect(
    () =>
      watchToken((token) => {
        if (token !== null) tabStore.write(setupTokenKey, token)
        isIncomplete.value = tabStore.read(setupTokenKey) === null
      }),
    [],
  )
  const claim = async () => {
    const token = tabStore.read(setupTokenKey)
    if (token === null) return form.refuse(null, incompleteWords())
    const answer = await form.send(() => api.auth.setup.post({ token }))
    if (!answer) return
    tabStore.write(setupTokenKey, null)
    goFully(next, 'replace')
  }
  if (!isSignedIn && isIncomplete.value) {
    return (
      <div class="form">
        <p class="problem">{incompleteWords()}</p>
      </div>
    )
  }
  if (!isSignedIn) return <SignUp next={next} host={host} isArtist hasArt={false} />
  return (
    <SendForm submit={claim}>
      <p>{say('The owner runs this site: payments, email and who may sign up.')}</p>
      <FormTrouble form={form} fields={[]} />
      <div class="acts">
        <SendKey form={form} label={say('Make me the owner')} busyLabel={say('One moment…')} />
      </div>
    </SendForm>
  )
}
