// Checkouts and free goods other than cassets: one chunk, so that a page fetches one file.
import '../lib/form-parts.ts'

export { default as Redeem } from './redeem/redeem.tsx'
