import { inParts } from '../../../../../public/lib/in-parts.tsx'
import type { Owed, Pool } from '../../../../books/ledger/read-owed.ts'
import { say } from '../../../../lib/language/say.ts'
import { sumText } from '../../../../lib/money/money.ts'

export type OthersMoneyProps = { owed: readonly Owed[]; pools: readonly Pool[] }

/**
 * Explains why the platform's account holds another sum than its owner has earned; nothing where it
 * does not.
 */
export function OthersMoney({ owed, pools }: OthersMoneyProps) {
  const held = owed.filter((sum) => sum.held > 0)
  const debts = owed.filter((sum) => sum.debts > 0)
  if (held.length + debts.length + pools.length === 0) return null
  return (
    <section aria-labelledby="others">
      <h2 id="others">{say('Money owed to other artists')}</h2>
      {held.map(({ currency, held: amount }) => (
        <p key={currency}>
          {say('{sum} is for artists, and is sent to them automatically.', { sum: sumText({ currency, amount }) })}
        </p>
      ))}
      {pools.map((pool) => (
        <p key={pool.currency}>{say('{sum} is for prizes of drops.', { sum: sumText(pool) })}</p>
      ))}
      {debts.map(({ currency, debts: amount }) => (
        <p key={currency}>
          {inParts(
            say(
              'Artists owe you {sum}: refunds and disputes have cost that much more than could be taken back. Their next sales pay for it first. <a>See who</a>',
              { sum: sumText({ currency, amount }) },
            ),
            { a: (text) => <a href="/studio/sellers">{text}</a> },
          )}
        </p>
      ))}
    </section>
  )
}
