import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { count } from '../../../../src/lib/text/count.ts'
import type { Batch, MadeBatch } from '../../../../src/shop/download-code/model.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import { BatchRow } from './batch-row.tsx'
import { CodeForm } from './code-form.tsx'

export type CodesProps = {
  cassetId: string
  batches: readonly Batch[]
  /** When the page was rendered, which decides whether codes have expired. */
  nowMs: number
  isTurned: boolean
}

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
    announce(say('The unused codes of {label} are revoked.', { label: batch.label }))
    focusOn('#batches')
  }
  return (
    <>
      {!isTurned && <CodeForm cassetId={cassetId} done={keep} />}
      {made.value && <NewCodes key={made.value.batch.id} made={made.value} />}
      <section aria-labelledby="batches">
        <h2 id="batches" tabIndex={-1}>
          {isTurned ? say('Older batches') : say('Batches')}
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
              ? say('That is all.')
              : say('No codes yet. Print them on cards for the merch table, or send them by email.')}
          </p>
        )}
      </section>
      <RevokeDialog revoking={revoking} done={revoked} />
    </>
  )
}

/** A larger batch is not shown on the page: it is saved as a list. */
const mostListed = 50

/** Returns the codes of a list: the first cell of each line below its head, in quotation marks. */
const codesIn = (csv: string): string[] =>
  csv
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => /^"([^"]*)"/.exec(line)?.[1] ?? '')

/** Shown once: the server stores only their hashes. */
function NewCodes({ made: { batch, csv } }: { made: MadeBatch }) {
  const head = useRef<HTMLHeadingElement>(null)
  const url = useMemo(() => URL.createObjectURL(new Blob([csv], { type: 'text/csv' })), [csv])
  useEffect(() => {
    head.current?.focus()
    return () => URL.revokeObjectURL(url)
  }, [url])
  return (
    <section class="new-codes stack coupon" aria-labelledby="new-codes">
      <h2 id="new-codes" ref={head} tabIndex={-1}>
        {count(batch.count, 'new code')}
      </h2>
      <p>
        {say('Save the list now: the codes are shown only once. Each comes with a link, for a QR code or an email.')}
      </p>
      <div class="acts">
        <a class="key go" href={url} download={`codes ${batch.label}.csv`}>
          {say('Save the list (CSV)')}
        </a>
      </div>
      {batch.count <= mostListed && (
        <ul class="mono">
          {codesIn(csv).map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

type RevokeDialogProps = { revoking: Signal<Batch | null>; done: (batch: Batch) => void }

async function revoke({ id }: Batch) {
  const { error } = await api.studio.codes({ id }).delete()
  return error && troubleOf(error)
}

const RevokeDialog = ({ revoking, done }: RevokeDialogProps) => (
  <AskDialog
    about={revoking}
    title={() => say('Revoke the unused codes?')}
    keep={say('Cancel')}
    go={say('Revoke codes')}
    act={revoke}
    after={done}
  >
    {(batch) => (
      <p>
        {inParts(
          say(
            '{codes, plural, one {# code} other {# codes}} of <b>{label}</b> will stop working, even if they are already printed. People who used one keep the casset.',
            { codes: batch.count - batch.redeemed, label: batch.label },
          ),
          { b: (text) => <b dir="auto">{text}</b> },
        )}
      </p>
    )}
  </AskDialog>
)
