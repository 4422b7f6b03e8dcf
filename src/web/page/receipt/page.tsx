import type { Receipt } from '../../../money/receipt/read-receipt.ts'
import type { Viewer } from '../../../platform/http/session.ts'
import { ReceiptSheet } from '../../parts/receipt-sheet.tsx'

/** `uncounted`: why what was paid counts for nothing now. */
type ReceiptPageProps = Receipt & { payer: Viewer; host: string; uncounted: string | null }

/** A receipt, for its payer. */
export const ReceiptPage = (props: ReceiptPageProps) => (
  <ReceiptSheet {...props}>
    <a class="key" href="/receipts">
      All receipts
    </a>
    <a class="key" href="/library">
      Go to your library
    </a>
  </ReceiptSheet>
)
