import type { Signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { Dispute, DisputeToAnswer } from '../../../../src/earnings/dispute/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { sumText } from '../../../../src/lib/money/money.ts'
import { api } from '../../../lib/api.ts'
import { Said } from '../../../lib/said.tsx'
import { SlipDialog } from '../../../lib/slip-dialog.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import { EvidenceForm } from './evidence-form.tsx'

type EvidenceDialogProps = { answering: Signal<Dispute | null>; done: (dispute: Dispute) => void }

export const EvidenceDialog = ({ answering, done }: EvidenceDialogProps) => (
  <SlipDialog about={answering} title={({ buyer }) => say('Answer the bank of {name}', { name: buyer.displayName })}>
    {(dispute) => (
      <Begun
        dispute={dispute}
        done={done}
        close={() => {
          answering.value = null
        }}
      />
    )}
  </SlipDialog>
)

type BegunProps = { dispute: Dispute; close: () => void; done: (dispute: Dispute) => void }

function Begun({ dispute, close, done }: BegunProps) {
  const [suggestion, setSuggestion] = useState<DisputeToAnswer['suggestion'] | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    void api.studio
      .disputes({ id: dispute.id })
      .get()
      .then(({ data, error }) => (error ? setProblem(troubleOf(error).text) : setSuggestion(data.suggestion)))
  }, [dispute.id])
  return (
    <>
      <p>
        {say(
          'It is about {sum}. A bank reads one answer, so send it when everything is in; in English, if you can. Your buyer may get to read it.',
          { sum: sumText(dispute) },
        )}
      </p>
      <Said role="alert" class="problem">
        {problem}
      </Said>
      {suggestion && <EvidenceForm dispute={dispute} suggestion={suggestion} close={close} done={done} />}
    </>
  )
}
