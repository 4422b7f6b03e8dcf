// Everything that is paid for: one chunk, so that a page asks for one file.
import '../../lib/form-parts.ts'

export { default as Redeem } from '../redeem/redeem.tsx'
export { default as Checkout } from './checkout.tsx'
export { default as Drop } from './drop.tsx'
export { default as Emoji } from './emoji.tsx'
export { default as Guest } from './guest.tsx'
export { default as License } from './license.tsx'
export { default as Tip } from './tip.tsx'
