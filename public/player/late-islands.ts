// Code that a page needs only after it is shown: one file, as each by itself would be a request.
export { showPage } from '../lib/show-page.ts'
export { speak } from '../lib/speak.ts'
export { KeysContents, QueueContents, Strip } from './deck-parts.tsx'
export { default as Lyrics } from './lyrics.tsx'
