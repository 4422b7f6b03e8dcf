import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

const lookEveryMs = 2_000
const patienceMs = 1_200_000

/** Plays payments through with test keys, which moves no money, and shows how it went. */
export function Rehearsal() {
  const isRunning = useSignal(false)
  const said = useSignal('')
  const text = useSignal('')
  const run = async () => {
    const { error } = await api.desk.payments.rehearsal.post()
    if (error) {
      said.value = troubleOf(error).text
      return
    }
    isRunning.value = true
    said.value = say('Rehearsing payments. It takes a few minutes; you can go on working.')
    for (let waited = 0; waited < patienceMs; waited += lookEveryMs) {
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
      const { data } = await api.desk.payments.rehearsal.get()
      if (!data || data.isRunning) continue
      text.value = data.text ?? ''
      break
    }
    isRunning.value = false
    said.value = text.value === '' ? say('This is taking a while. Look again later.') : say('The rehearsal is done.')
  }
  return (
    <section aria-labelledby="rehearsal" class="rehearsal">
      <h2 id="rehearsal">{say('Rehearse')}</h2>
      <p class="hint">
        {say(
          'With test keys the program can rehearse sales, refunds and disputes at Stripe and check that the answers are right. No money moves.',
        )}
      </p>
      <div class="acts">
        <button
          type="button"
          class="key needs-js"
          aria-disabled={isRunning.value || undefined}
          onClick={() => void (isRunning.value || run())}
        >
          {isRunning.value ? say('Rehearsing…') : say('Rehearse')}
        </button>
        <Said as="span" class="hint">
          {said}
        </Said>
      </div>
      {text.value !== '' && <pre class="rehearsal-text">{text}</pre>}
    </section>
  )
}
