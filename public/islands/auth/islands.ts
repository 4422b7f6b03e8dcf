// Signing in and up: one chunk, so that a page asks for one file.
import '../../lib/form-parts.ts'
