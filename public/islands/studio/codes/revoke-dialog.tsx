import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Batch } from '../../../../src/code/model.ts'
import { api } from '../../../lib/api.ts'
import { count } from '../../../lib/format.ts'
import { troubleOf } from '../../../lib/trouble.ts'

type RevokeDialogProps = { revoking: Signal<Batch | null>; done: (batch: Batch) => void }

/** Asks before codes that may lie printed somewhere stop working. */
export function RevokeDialog({ revoking, done }: RevokeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const problem = useSignal('')
  const batch = revoking.value
  useEffect(() => {
    if (batch) dialog.current?.showModal()
    else dialog.current?.close()
  }, [batch])
  const close = () => {
    revoking.value = null
    problem.value = ''
  }
  const revoke = async (doomed: Batch) => {
    const { error } = await api.studio.codes({ id: doomed.id }).delete()
    if (error) {
      problem.value = troubleOf(error).text
      return
    }
    close()
    done(doomed)
  }
  return (
    <dialog ref={dialog} class="slip-dialog" aria-labelledby="revoke-title" onClose={close}>
      {batch && (
        <>
          <h2 id="revoke-title">Take the unused codes back?</h2>
          <p>
            {count(batch.count - batch.redeemed, 'code')} of <b dir="auto">{batch.label}</b> will not work any more,
            also where they are printed already. Who used one keeps the tape.
          </p>
          <p class="problem" role="alert">
            {problem}
          </p>
          <div class="acts">
            <button type="button" class="key" onClick={close}>
              Keep them
            </button>
            <button type="button" class="key bad" onClick={() => void revoke(batch)}>
              Take them back
            </button>
          </div>
        </>
      )}
    </dialog>
  )
}
