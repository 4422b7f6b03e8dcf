import { Day } from '../../../../public/lib/day.tsx'
import type { Referrals } from '../../../money/referral/model.ts'

/** Who referred whom, newest first. */
export const Brought = ({ referrals }: Pick<Referrals, 'referrals'>) => (
  <section aria-labelledby="brought">
    <h2 id="brought">Who brought whom</h2>
    <ul class="brought">
      {referrals.map(({ sender, collector, collectedAt }) => (
        <li key={`${sender.handle} ${collector.handle}`}>
          <a href={`/@${sender.handle}`} dir="auto">
            {sender.displayName}
          </a>{' '}
          brought{' '}
          <a href={`/@${collector.handle}`} dir="auto">
            {collector.displayName}
          </a>{' '}
          <span class="mono">
            <Day iso={collectedAt} />
          </span>
        </li>
      ))}
    </ul>
  </section>
)
