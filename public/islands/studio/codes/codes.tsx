import { useSignal } from '@preact/signals'
import type { Batch, MadeBatch } from '../../../../src/money/download-code/model.ts'
import { announce } from '../../../lib/announce.ts'
import { focusOn } from '../../../lib/focus-on.ts'
import { BatchRow } from './batch-row.tsx'
import { CodeForm } from './code-form.tsx'
import { NewCodes } from './new-codes.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

export type CodesProps = {
  cassetId: string
  batches: readonly Batch[]
  /** When the page was rendered, which decides whether codes have expired. */
  nowMs: number
  /** Whether these are older batches than the first page has. */
  isTurned: boolean
}

/** Creates download codes and lists the existing batches. */
export default function Codes({ cassetId, batches, nowMs, isTurned }: CodesProps) {
  const shown = useSignal(batches)
  const made = useSignal<MadeBatch | null>(null)
  const revoking = useSignal<Batch | null>(null)
  const keep = (fresh: MadeBatch) => {
    made.value = fresh
    shown.value = [fresh.batch, ...shown.value]
  }
  const revoked = (batch: Batch) => {
    const revokedAt = new Date().toISOString()
    shown.value = shown.value.map((each) => (each.id === batch.id ? { ...each, revokedAt } : each))
    if (made.value?.batch.id === batch.id) made.value = null
    announce(`The unused codes of ${batch.label} are revoked.`)
    focusOn('#batches')
  }
  return (
    <>
      {!isTurned && <CodeForm cassetId={cassetId} done={keep} />}
      {made.value && <NewCodes key={made.value.batch.id} made={made.value} />}
      <section aria-labelledby="batches">
        <h2 id="batches" tabIndex={-1}>
          {isTurned ? 'Older batches' : 'Batches'}
        </h2>
        {shown.value.length > 0 ? (
          <ul class="rows batches">
            {shown.value.map((batch) => (
              <BatchRow
                key={batch.id}
                batch={batch}
                nowMs={nowMs}
                takeBack={(doomed) => {
                  revoking.value = doomed
                }}
              />
            ))}
          </ul>
        ) : (
          <p class="empty">
            {isTurned
              ? 'Nothing older.'
              : 'No codes yet. Print them on cards for the merch table, or send them by email.'}
          </p>
        )}
      </section>
      <RevokeDialog revoking={revoking} done={revoked} />
    </>
  )
}
