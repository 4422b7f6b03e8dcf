// The account's page: one chunk, so that a page asks for one file.
import '../../lib/signed-in-parts.ts'
