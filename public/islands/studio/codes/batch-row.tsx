import { say } from '../../../../src/lib/language/say.ts'
import type { Batch } from '../../../../src/shop/download-code/model.ts'
import { Day } from '../../../lib/day.tsx'
import { inParts } from '../../../lib/in-parts.tsx'

type BatchRowProps = { batch: Batch; nowMs: number; takeBack: (batch: Batch) => void }

export function BatchRow({ batch, nowMs, takeBack }: BatchRowProps) {
  const { label, count, redeemed, createdAt, expiresAt, revokedAt } = batch
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= nowMs
  const isOpen = revokedAt === null && !isExpired && redeemed < count
  return (
    <li>
      <b dir="auto">{label}</b>
      <p class="mono">
        {inParts(say('created <day></day>'), { day: () => <Day iso={createdAt} /> })}
        {revokedAt !== null && <> · {inParts(say('revoked <day></day>'), { day: () => <Day iso={revokedAt} /> })}</>}
        {revokedAt === null && expiresAt !== null && (
          <>
            {' '}
            ·{' '}
            {inParts(isExpired ? say('expired <day></day>') : say('expires <day></day>'), {
              day: () => <Day iso={expiresAt} />,
            })}
          </>
        )}
      </p>
      <p class="used">
        <progress max={count} value={redeemed} aria-label={say('Used codes of {label}', { label })} />
        <span class="mono">{say('{used} of {all} used ## codes', { used: redeemed, all: count })}</span>
      </p>
      {isOpen && (
        <button
          type="button"
          class="key needs-js"
          aria-label={say('Revoke unused codes of {label}', { label })}
          onClick={() => takeBack(batch)}
        >
          {say('Revoke unused codes')}
        </button>
      )}
    </li>
  )
}
