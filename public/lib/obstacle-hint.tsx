import type { Obstacle } from '../../src/money/seller/can-be-paid.ts'

/**
 * Why nobody can pay the artist, null when somebody can; and whether the artist can switch payments
 * on.
 */
export type Payable = { obstacle: Obstacle | null; ownsSite: boolean }

/**
 * Explains, next to a price, why nobody can pay it and what to do about that; nothing when somebody
 * can.
 */
export function ObstacleHint({ obstacle, ownsSite }: Payable) {
  if (obstacle === null) return null
  if (obstacle === 'off') {
    return (
      <>
        Nobody can buy what has a price: this site takes no payments yet.{' '}
        {ownsSite && <a href="/desk">Switch payments on</a>}
      </>
    )
  }
  if (obstacle === 'suspended') {
    return (
      <>
        Nobody can buy what has a price: this site has suspended an account that it would pay.{' '}
        <a href="/account/decisions">Decisions about you</a>
      </>
    )
  }
  return (
    <>
      Nobody can buy what has a price until{' '}
      {obstacle === 'account' ? (
        <>
          you <a href="/studio/payouts">set up payouts</a>.
        </>
      ) : (
        <>
          the owner of this site lets you sell: <a href="/studio/payouts">ask to sell</a>.
        </>
      )}
    </>
  )
}
