import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

export type AnswerCreditProps = { id: string; of: string }

/** Answers whether a name may lead to the reader's page (rule: credited-accounts). */
export default function AnswerCredit({ id, of }: AnswerCreditProps) {
  const said = useSignal('')
  const problem = useSignal('')
  const answer = async (agreed: boolean) => {
    problem.value = ''
    const { error } = await api.credits({ id }).post({ agreed })
    if (error) {
      problem.value = troubleOf(error).text
      return
    }
    said.value = agreed ? say('You said yes: the name is a link.') : say('You said no: the name is no link.')
    announce(said.value)
  }
  if (said.value !== '') return <p class="hint">{said}</p>
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend to be seen */}
      <p class="acts needs-js" role="group" aria-label={of}>
        <button type="button" class="key go" onClick={() => void answer(true)}>
          {say('Yes, that is me')}
        </button>
        <button type="button" class="key" onClick={() => void answer(false)}>
          {say('No thanks')}
        </button>
      </p>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </>
  )
}
