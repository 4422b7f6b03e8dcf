import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { joinSentences } from '../../../src/lib/text/gap.ts'
import type { DeskSetting } from '../../../src/operate/desk/model.ts'
import { api } from '../../lib/api.ts'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import { connectPayments } from './connect-payments.ts'
import { untilBackedUp } from './until-backed-up.ts'

type Trial = { label: string; run: () => Promise<string> }

const trials = (): Partial<Record<DeskSetting['group'], Trial>> => ({
  Email: {
    label: say('Send me a test email'),
    async run() {
      const { data, error } = await api.desk['test-email'].post()
      return error ? troubleOf(error).text : joinSentences(data.text, say('Look into your mailbox.'))
    },
  },
  Backups: {
    label: say('Back up now'),
    async run() {
      const { error } = await api.desk.backup.post()
      if (error) return troubleOf(error).text
      const { problem } = await untilBackedUp()
      return problem === null ? say('Backup made and verified.') : say('The last one failed: {problem}', { problem })
    },
  },
  Payments: {
    label: say('Connect and check'),
    async run() {
      const outcomes = await connectPayments()
      return joinSentences(...outcomes.map(({ text }) => text))
    },
  },
})

type TrialsProps = {
  group: DeskSetting['group']
  /** Saves what is written first; returns false where it is wrong. */
  save: (element: HTMLFormElement) => Promise<boolean>
  /** Looks again how the site is doing. */
  look: () => Promise<void>
}

/** Tries out what is written, once it is saved. */
export function Trials({ group, save, look }: TrialsProps) {
  const said = useSignal('')
  const isBusy = useSignal(false)
  const trial = trials()[group]
  if (!trial) return null
  const run = async (element: HTMLFormElement | null) => {
    if (isBusy.value || !element) return
    isBusy.value = true
    said.value = ''
    if (await save(element)) {
      said.value = await trial.run()
      await look()
    }
    isBusy.value = false
  }
  return (
    <>
      <button
        type="button"
        class="key needs-js"
        aria-disabled={isBusy.value || undefined}
        onClick={({ currentTarget }) => void run(currentTarget.form)}
      >
        {isBusy.value ? say('One moment…') : trial.label}
      </button>
      <Said as="span" class="hint">
        {said}
      </Said>
    </>
  )
}
