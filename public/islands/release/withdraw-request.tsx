import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { gap } from '../../../src/lib/text/gap.ts'
import { api } from '../../lib/api.ts'
import { AskDialog } from '../../lib/ask-dialog.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

export type WithdrawRequestProps = { requestId: string; isAnswered: boolean }

/** Deletes a request to an artist, including the sender's name, email address and text. */
export default function WithdrawRequest({ requestId, isAnswered }: WithdrawRequestProps) {
  const asked = useSignal<string | null>(null)
  const isGone = useSignal(false)
  const withdraw = async (id: string) => {
    const { error, status } = await api.agents['license-requests']({ id }).delete()
    return error && status !== 404 ? troubleOf(error) : null
  }
  if (isGone.value) {
    return (
      <Said takesFocus class="notice">
        {say('Your request is deleted, with your name and address.')}
      </Said>
    )
  }
  return (
    <>
      <button
        type="button"
        class="key needs-js"
        onClick={() => {
          asked.value = requestId
        }}
      >
        {say('Delete this request')}
      </button>
      <AskDialog
        about={asked}
        title={() => say('Delete this request?')}
        keep={say('Keep it')}
        go={say('Delete it')}
        act={withdraw}
        after={() => {
          isGone.value = true
        }}
      >
        {() => (
          <p>
            {say('Your name, your address and all that you wrote are deleted, here and for the artist.')}
            {gap()}
            {isAnswered && say('The price that you were given is gone, too.')}
          </p>
        )}
      </AskDialog>
    </>
  )
}
