import { say } from '../../../lib/language/say.ts'
import { gap } from '../../../lib/text/gap.ts'
import { takenDownText } from '../../parts/taken-down-text.ts'
import type { Spine } from './view.ts'

export function StateOf({ spine: { purchase, isHeld, isTakenDown, uncounted, canCollect } }: { spine: Spine }) {
  const path = `/checkout/${purchase.casset.slug}`
  if (isTakenDown) {
    return <p class="state">{takenDownText()}</p>
  }
  if (uncounted !== null) {
    return (
      <p class="state">
        {uncounted} {canCollect && <a href={path}>{say('Buy it')}</a>}
      </p>
    )
  }
  if (purchase.status === 'PAID') return null
  const again = canCollect && <a href={path}>{say('Buy it again')}</a>
  return (
    <p class="state">
      <span class="tag small">{purchase.status === 'REFUNDED' ? say('Refunded') : say('Disputed')}</span>{' '}
      {purchase.status === 'REFUNDED' &&
        !isHeld &&
        (purchase.isGift
          ? say('Whoever gave it to you got the money back, so you no longer have this casset.')
          : say('You got your money back, so you no longer have this casset.'))}
      {purchase.status === 'DISPUTED' &&
        isHeld &&
        say('Your bank is checking this payment. You keep the casset until it decides.')}
      {purchase.status === 'DISPUTED' &&
        !isHeld &&
        say('Your bank took the money back, so you no longer have this casset.')}
      {gap()}
      {again}
    </p>
  )
}
