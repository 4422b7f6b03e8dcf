import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { count } from '../../../../src/lib/count.ts'
import type { Batch, MadeBatch } from '../../../../src/money/download-code/model.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { troubleOf } from '../../../lib/trouble.ts'
import { BatchRow } from './batch-row.tsx'
import { CodeForm } from './code-form.tsx'

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
              ? 'That is all.'
              : 'No codes yet. Print them on cards for the merch table, or send them by email.'}
          </p>
        )}
      </section>
      <RevokeDialog revoking={revoking} done={revoked} />
    </>
  )
}

/**
 * New codes, to be saved now: they cannot be shown again, since the server stores only their
 * hashes.
 */
function NewCodes({ made: { batch, csv } }: { made: MadeBatch }) {
  const head = useRef<HTMLHeadingElement>(null)
  const url = useMemo(() => URL.createObjectURL(new Blob([csv], { type: 'text/csv' })), [csv])
  useEffect(() => {
    head.current?.focus()
    return () => URL.revokeObjectURL(url)
  }, [url])
  return (
    <section class="new-codes" aria-labelledby="new-codes">
      <h2 id="new-codes" ref={head} tabIndex={-1}>
        {count(batch.count, 'new code')}
      </h2>
      <p>Save the list now: the codes are shown only once. Each comes with a link, for a QR code or an email.</p>
      <div class="acts">
        <a class="key go" href={url} download={`codes ${batch.label}.csv`}>
          Save the list (CSV)
        </a>
      </div>
    </section>
  )
}

type RevokeDialogProps = { revoking: Signal<Batch | null>; done: (batch: Batch) => void }

async function revoke({ id }: Batch) {
  const { error } = await api.studio.codes({ id }).delete()
  return error && troubleOf(error)
}

/** Asks before codes that may be printed already are revoked. */
const RevokeDialog = ({ revoking, done }: RevokeDialogProps) => (
  <AskDialog
    about={revoking}
    title={() => 'Revoke the unused codes?'}
    keep="Cancel"
    go="Revoke codes"
    act={revoke}
    after={done}
  >
    {(batch) => (
      <p>
        {count(batch.count - batch.redeemed, 'code')} of <b dir="auto">{batch.label}</b> will stop working, even if they
        are already printed. People who used one keep the casset.
      </p>
    )}
  </AskDialog>
)
