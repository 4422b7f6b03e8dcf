// The studio's releases: one chunk, so that a page asks for one file.
import '../../../lib/signed-in-parts.ts'
