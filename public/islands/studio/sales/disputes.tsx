import { useSignal } from '@preact/signals'
import type { Dispute } from '../../../../src/earnings/dispute/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { announce } from '../../../lib/announce.ts'
import { focusOn } from '../../../lib/focus-on.ts'
import { DisputeCard } from './dispute-card.tsx'
import { EvidenceDialog } from './evidence-dialog.tsx'

type DisputesProps = {
  disputes: readonly Dispute[]
  /** The viewer's handle: the owner of the instance sees disputes of others too. */
  handle: string
}

export default function Disputes({ disputes, handle }: DisputesProps) {
  const shown = useSignal(disputes)
  const answering = useSignal<Dispute | null>(null)
  const done = (changed: Dispute) => {
    shown.value = shown.value.map((dispute) => (dispute.id === changed.id ? changed : dispute))
    answering.value = null
    announce(say('Your evidence was sent to the bank.'))
    focusOn('#disputes')
  }
  return (
    <>
      <ul class="disputes">
        {shown.value.map((dispute) => (
          <li key={dispute.id}>
            <DisputeCard dispute={dispute} isOwn={dispute.seller.handle === handle} answering={answering} />
          </li>
        ))}
      </ul>
      <EvidenceDialog answering={answering} done={done} />
    </>
  )
}
