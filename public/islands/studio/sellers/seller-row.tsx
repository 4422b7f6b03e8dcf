import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { limitEnd, limitSums, limitTaken } from '../../../../src/lib/limit-text.ts'
import { type Sum, sumText } from '../../../../src/lib/money.ts'
import type { Seller } from '../../../../src/money/seller/model.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { Day } from '../../../lib/day.tsx'
import { inParts } from '../../../lib/in-parts.tsx'
import { troubleOf } from '../../../lib/trouble.ts'

type SellerRowProps = { seller: Seller; onChange: (seller: Seller) => void }

/** One artist: whether they may sell, their sales, what they are owed, and their limits. */
export function SellerRow({ seller, onChange }: SellerRowProps) {
  const { id, handle, displayName, allowed, limits, sold } = seller
  const problem = useSignal('')
  const decide = async (wanted: boolean) => {
    onChange({ ...seller, allowed: wanted })
    const { data, error } = await api.admin.sellers({ id }).patch({ allowed: wanted })
    problem.value = error ? troubleOf(error).text : ''
    onChange(error ? { ...seller } : data.seller)
    if (!error)
      announce(
        wanted
          ? say('{name} may sell.', { name: displayName })
          : say('{name} may not sell any more.', { name: displayName }),
      )
  }
  return (
    <li>
      <b dir="auto">{displayName}</b>
      <p>
        <a href={`/@${handle}`}>@{handle}</a> · <Since seller={seller} />
      </p>
      <p class="mono">
        {sold.length > 0 ? say('Sold: {sums}', { sums: sold.map(sumText).join(', ') }) : say('Sold: nothing yet')} ·{' '}
        {accounts()[seller.account]}
      </p>
      {sold.length > 0 && (
        <p>
          <a href={`/studio/sellers/${id}`} aria-label={say('Their sales: {name}', { name: displayName })}>
            {say('Their sales')}
          </a>
        </p>
      )}
      <Owed seller={seller} />
      {allowed && limits && (
        <p class="hint">
          {say('New: {most}, {end}.', { most: limitSums(limits), end: limitEnd(limits) })} {limitTaken(limits)}
        </p>
      )}
      <label class="switch trust">
        <input
          type="checkbox"
          checked={allowed}
          aria-label={say('{name} (@{handle}) may sell', { name: displayName, handle })}
          onChange={({ currentTarget }) => void decide(currentTarget.checked)}
        />
        {say('May sell')}
      </label>
      <p class="problem" role="alert">
        {problem}
      </p>
    </li>
  )
}

function Since({ seller: { allowed, askedAt, allowedAt, endedAt } }: { seller: Seller }) {
  const [words, since] =
    askedAt !== null
      ? [say('asked on <day></day> ## an artist, to sell'), askedAt]
      : allowedAt !== null
        ? [say('may sell since <day></day>'), allowedAt]
        : [say('was stopped on <day></day> ## an artist, from selling'), endedAt]
  if (since === null) return <>{allowed ? say('may sell, like everybody here') : say('has not asked')}</>
  return <>{inParts(words, { day: () => <Day iso={since} /> })}</>
}

function Owed({ seller: { owed, account } }: { seller: Seller }) {
  if (owed.length === 0) return null
  const sums = owed.map((sum) =>
    sum.amount > 0
      ? say('You owe them {sum}.', { sum: sumText(sum) })
      : say('They owe you {sum}.', { sum: minus(sum) }),
  )
  return (
    <p class={account === 'DISCONNECTED' ? 'notice' : 'hint'}>
      {sums.join(' ')}{' '}
      {account === 'DISCONNECTED'
        ? say('Their account is closed: it is settled when they connect another one.')
        : account !== 'READY' && owed.some(({ amount }) => amount > 0)
          ? say('It is sent once they have set up payouts.')
          : say('It is settled with their next sale.')}
    </p>
  )
}

const minus = ({ amount, currency }: Sum) => sumText({ amount: -amount, currency })

const accounts = () =>
  ({
    NONE: say('no payout account'),
    STARTED: say('payouts begun'),
    READY: say('payouts ready'),
    RESTRICTED: say('payouts stopped'),
    DISCONNECTED: say('payout account closed'),
  }) as const
