// Checkouts and free goods other than cassets: one chunk, so that a page fetches one file.
import '../lib/form-parts.ts'

export { default as Drop } from './checkout/drop.tsx'
export { default as Emoji } from './checkout/emoji.tsx'
export { default as Gift } from './checkout/gift.tsx'
export { default as License } from './checkout/license.tsx'
export { default as Tip } from './checkout/tip.tsx'
export { default as Redeem } from './redeem/redeem.tsx'
