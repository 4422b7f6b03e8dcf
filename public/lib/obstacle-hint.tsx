import type { Obstacle } from '../../src/books/seller/can-be-paid.ts'
import { say } from '../../src/lib/language/say.ts'
import { gap } from '../../src/lib/text/gap.ts'
import { inParts } from './in-parts.tsx'

/** `obstacle` is null when somebody can pay. */
export type Payable = { obstacle: Obstacle | null; ownsSite: boolean }

/** Shows nothing when somebody can pay. */
export function ObstacleHint({ obstacle, ownsSite }: Payable) {
  if (obstacle === null) return null
  if (obstacle === 'off') {
    return (
      <>
        {say('Nobody can buy what has a price: this site takes no payments yet.')}
        {gap()}
        {ownsSite && <a href="/desk">{say('Switch payments on')}</a>}
      </>
    )
  }
  if (obstacle === 'suspended') {
    return (
      <>
        {inParts(
          say(
            'Nobody can buy what has a price: this site has suspended an account that it would pay. <a>Decisions about you</a>',
          ),
          { a: (text) => <a href="/account/decisions">{text}</a> },
        )}
      </>
    )
  }
  return (
    <>
      {inParts(
        obstacle === 'account'
          ? say('Nobody can buy what has a price until you <a>set up payouts</a>.')
          : say('Nobody can buy what has a price until the owner of this site lets you sell: <a>ask to sell</a>.'),
        { a: (text) => <a href="/studio/payouts">{text}</a> },
      )}
    </>
  )
}
