// The forms on the pages of a release, a license and a request: one chunk, so that a page asks for
// one file.
import '../../lib/form-parts.ts'
