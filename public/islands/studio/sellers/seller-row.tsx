import { useSignal } from '@preact/signals'
import type { Seller } from '../../../../src/books/seller/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { limitEnd, limitSums, limitTaken } from '../../../../src/lib/money/limit-text.ts'
import { type Sum, sumText } from '../../../../src/lib/money/money.ts'
import { waitNames, withoutWaiting } from '../../../../src/lib/payment/waits-for.ts'
import { gap, joinSentences } from '../../../../src/lib/text/gap.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { asOwner } from '../../../lib/as-owner.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { Day } from '../../../lib/day.tsx'
import { inParts } from '../../../lib/in-parts.tsx'
import { Said } from '../../../lib/said.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import type { ShownSeller } from './sellers.tsx'

type SellerRowProps = { seller: ShownSeller; onChange: (seller: ShownSeller) => void }

export function SellerRow({ seller, onChange }: SellerRowProps) {
  const { id, handle, displayName, isDeleted, allowed, limits, sold, mayAllow, mayEnd } = seller
  const problem = useSignal('')
  const ending = useSignal<{ text: string; givesBack: Sum[] } | null>(null)
  const decide = async (wanted: boolean, givesBack?: Sum[]) => {
    onChange({ ...seller, allowed: wanted })
    const asked = { allowed: wanted, ...(givesBack ? { givesBack } : {}) }
    const { data, error } = await asOwner(() => api.admin.sellers({ id }).patch(asked))
    const trouble = error ? troubleOf(error) : null
    onChange(error ? { ...seller } : { ...seller, ...data.seller })
    if (trouble?.field === 'givesBack') ending.value = { text: trouble.text, givesBack: sumsIn(error?.value) }
    else problem.value = trouble?.text ?? ''
    if (!trouble)
      announce(
        wanted
          ? say('{name} may sell.', { name: displayName })
          : say('{name} may not sell any more.', { name: displayName }),
      )
    return trouble
  }
  return (
    <li>
      <b dir="auto">{displayName}</b>
      <p>
        {isDeleted ? (
          say('deleted their account')
        ) : (
          <>
            <a href={`/@${handle}`}>@{handle}</a> · <Since seller={seller} />
          </>
        )}
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
      {allowed && limits && !isDeleted && (
        <p class="hint">
          {say('New: {most}, {end}.', { most: limitSums(limits), end: limitEnd(limits) })}
          {gap()}
          {limitTaken(limits)}
        </p>
      )}
      {!isDeleted && (allowed ? mayEnd : mayAllow) && (
        <label class="switch trust">
          <input
            type="checkbox"
            checked={allowed}
            aria-label={say('{name} (@{handle}) may sell', { name: displayName, handle })}
            onChange={({ currentTarget }) => void decide(currentTarget.checked)}
          />
          {say('May sell')}
        </label>
      )}
      <Said role="alert" class="problem">
        {problem}
      </Said>
      <AskDialog
        about={ending}
        title={() => say('End their selling?')}
        keep={say('Cancel')}
        go={say('Give the money back')}
        act={({ givesBack }) => decide(false, givesBack)}
        after={() => undefined}
      >
        {({ text }) => <p>{text}</p>}
      </AskDialog>
    </li>
  )
}

const isSum = (value: unknown): value is Sum =>
  typeof Reflect.get(Object(value), 'amount') === 'number' && typeof Reflect.get(Object(value), 'currency') === 'string'

function sumsIn(refusal: unknown): Sum[] {
  const sums: unknown = Reflect.get(Object(refusal), 'givesBack')
  return Array.isArray(sums) ? sums.filter(isSum) : []
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

function Owed({ seller: { owed, waiting, account, isDeleted } }: { seller: Seller }) {
  if (owed.length === 0) return null
  if (isDeleted) {
    return (
      <p class="hint">
        {owed
          .map((sum) =>
            sum.amount > 0
              ? say('They gave up {sum}: it stays in the books, and nobody asks for it.', { sum: sumText(sum) })
              : say('They left a debt of {sum}.', { sum: minus(sum) }),
          )
          .join(gap())}
      </p>
    )
  }
  const sums = owed.map((sum) =>
    sum.amount > 0
      ? say('You owe them {sum}.', { sum: sumText(sum) })
      : say('They owe you {sum}.', { sum: minus(sum) }),
  )
  const goesOn = withoutWaiting(owed, waiting)
  return (
    <p class={account === 'DISCONNECTED' ? 'notice' : 'hint'}>
      {joinSentences(...sums)}
      {gap()}
      {waiting.map((sum) => `${waitNames()[sum.waitsFor]}: ${sumText(sum)}. `)}
      {goesOn.length > 0 && settledBy(account, goesOn)}
    </p>
  )
}

function settledBy(account: Seller['account'], owed: readonly Sum[]): string {
  if (account === 'DISCONNECTED') return say('Their account is closed: it is settled when they connect another one.')
  return account !== 'READY' && owed.some(({ amount }) => amount > 0)
    ? say('It is sent once they have set up payouts.')
    : say('It is settled with their next sale.')
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
