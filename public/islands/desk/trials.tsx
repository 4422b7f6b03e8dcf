import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { DeskSetting } from '../../../src/operate/desk/model.ts'
import { api } from '../../lib/api.ts'
import { troubleOf } from '../../lib/trouble.ts'
import { connectPayments } from './connect-payments.ts'
import { Rehearsal } from './rehearsal.tsx'

type Trial = { label: string; run: () => Promise<string> }

const trials = (): Partial<Record<DeskSetting['group'], Trial>> => ({
  Email: {
    label: say('Send me a test email'),
    async run() {
      const { error } = await api.desk['test-email'].post()
      return error ? troubleOf(error).text : say('Sent. Look into your mailbox.')
    },
  },
  Payments: {
    label: say('Connect and check'),
    async run() {
      const outcomes = await connectPayments()
      return outcomes.map(({ text }) => text).join(' ')
    },
  },
})

export function Trials({ group }: { group: DeskSetting['group'] }) {
  const said = useSignal('')
  const isBusy = useSignal(false)
  const trial = trials()[group]
  if (!trial) return null
  const run = async () => {
    isBusy.value = true
    said.value = ''
    said.value = await trial.run()
    isBusy.value = false
  }
  return (
    <>
      <button type="button" class="key needs-js" aria-disabled={isBusy.value || undefined} onClick={() => void run()}>
        {isBusy.value ? say('One moment…') : trial.label}
      </button>
      <span role="status" class="hint">
        {said}
      </span>
      {group === 'Payments' && <Rehearsal />}
    </>
  )
}
