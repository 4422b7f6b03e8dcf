// Pages of buyers without an account: one chunk, so that a page fetches one file.
import '../../lib/form-parts.ts'

export { default as Claim } from '../gift/claim.tsx'
export { default as Given } from '../gift/given.tsx'
export { default as PlayAll } from '../library/play-all.tsx'
export { default as Copy } from '../links/copy.tsx'
export { default as MoneyBack } from '../preorder/money-back.tsx'
export { default as EInvoice } from '../receipt/e-invoice.tsx'
export { default as Print } from '../receipt/print.tsx'
export { default as Report } from '../report/report.tsx'
