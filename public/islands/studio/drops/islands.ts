// The studio's pages about drops and clips: one chunk, so that a page asks for one file.
import '../../../lib/signed-in-parts.ts'

export { default as Clips } from '../clips/clips.tsx'
