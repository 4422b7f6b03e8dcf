// Drops: one chunk, so that a page asks for one file.
import '../../lib/form-parts.ts'

export { default as Board } from './board.tsx'
export { default as Clock } from './clock.tsx'
export { default as Decline } from './decline.tsx'
export { default as Enter } from './enter.tsx'
