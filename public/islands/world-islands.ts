// Small parts that only some pages of cassets have, and the demo's pages: one chunk, so that a page
// fetches one file.
import '../lib/form-parts.ts'

export { default as Door } from './door.tsx'
export { default as Filling } from './filling.tsx'
export { default as FollowByEmail } from './follow-by-email.tsx'
export { default as Opens } from './opens.tsx'
export { default as Party } from './party.tsx'
export { default as Countdown } from './preorder/countdown.tsx'
export { default as Wish } from './wish.tsx'
