// What is paid for or given besides a casset: one chunk, so that a page asks for one file.
import '../../lib/form-parts.ts'

export { default as Redeem } from '../redeem/redeem.tsx'
export { default as Drop } from './drop.tsx'
export { default as Emoji } from './emoji.tsx'
export { default as License } from './license.tsx'
export { default as Tip } from './tip.tsx'
