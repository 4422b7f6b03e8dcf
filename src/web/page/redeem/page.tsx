import Redeem from '../../../../public/islands/redeem/redeem.tsx'
import { island } from '../../island.tsx'
import { Gate } from '../../parts/gate.tsx'

const RedeemForm = island('redeem/redeem', Redeem)

/** Where a download code becomes a casset. */
export const RedeemPage = ({ code }: { code: string }) => (
  <Gate title="You hold a code" lead="It is good for one casset: all of it to hear, and to download.">
    <RedeemForm code={code} />
  </Gate>
)
