import { useSignal } from '@preact/signals'
import { api } from '../../lib/api.ts'
import { AskDialog } from '../../lib/ask-dialog.tsx'
import { troubleOf } from '../../lib/trouble.ts'

export type MoneyBackProps = {
  /** The order of an account, or the secret of a guest's link. */
  by: { orderId: string } | { secret: string }
  /** The name of the tape, and what comes back. */
  name: string
  sum: string
}

/** Returns the money of a preorder that moved to a later hour, after one question. */
export default function MoneyBack({ by, name, sum }: MoneyBackProps) {
  const asked = useSignal<{ name: string } | null>(null)
  const isDone = useSignal(false)
  const returnMoney = async () => {
    const { error } =
      'secret' in by
        ? await api.guest.preorder.refund.post({ secret: by.secret })
        : await api.preorders({ id: by.orderId }).refund.post()
    return error ? troubleOf(error) : null
  }
  if (isDone.value) {
    return <p role="status">{sum} is on its way back to you. Banks take about a week.</p>
  }
  return (
    <>
      <div class="acts">
        <button
          type="button"
          class="key needs-js"
          onClick={() => {
            asked.value = { name }
          }}
        >
          Get your money back<span class="sr"> for {name}</span>
        </button>
      </div>
      <AskDialog
        about={asked}
        title={() => 'Get your money back?'}
        keep="Keep the preorder"
        go={`Get ${sum} back`}
        act={returnMoney}
        after={() => {
          isDone.value = true
        }}
      >
        {() => (
          <p>
            It opens later than you were told. All that you paid for <b dir="auto">{name}</b> goes back to you, and you
            will not get it.
          </p>
        )}
      </AskDialog>
    </>
  )
}
