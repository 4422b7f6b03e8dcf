import type { Batch } from '../../../../src/money/download-code/model.ts'
import { Day } from '../../../lib/day.tsx'

type BatchRowProps = { batch: Batch; nowMs: number; takeBack: (batch: Batch) => void }

/** A batch of codes: its label, how many are used, and its state. */
export function BatchRow({ batch, nowMs, takeBack }: BatchRowProps) {
  const { label, count, redeemed, createdAt, expiresAt, revokedAt } = batch
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= nowMs
  const isOpen = revokedAt === null && !isExpired && redeemed < count
  return (
    <li>
      <b dir="auto">{label}</b>
      <p class="mono">
        created <Day iso={createdAt} />
        {revokedAt !== null && (
          <>
            {' '}
            · revoked <Day iso={revokedAt} />
          </>
        )}
        {revokedAt === null && expiresAt !== null && (
          <>
            {' '}
            · {isExpired ? 'expired' : 'expires'} <Day iso={expiresAt} />
          </>
        )}
      </p>
      <p class="used">
        <progress max={count} value={redeemed} aria-label={`Used codes of ${label}`} />
        <span class="mono">
          {redeemed} of {count} used
        </span>
      </p>
      {isOpen && (
        <button
          type="button"
          class="key needs-js"
          aria-label={`Revoke unused codes of ${label}`}
          onClick={() => takeBack(batch)}
        >
          Revoke unused codes
        </button>
      )}
    </li>
  )
}
