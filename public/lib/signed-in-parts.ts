// Shared parts of account and studio pages: one chunk, as each group of their islands imports it
// whole.
import './form-parts.ts'
import './picture-key.tsx'
import './undo.ts'
import './drag-rows.ts'
import './move-keys.tsx'
import './moves.ts'
import './saved-form.tsx'
import './inline.tsx'
import './obstacle-hint.tsx'
import './size.ts'
import './drop-zone.tsx'
import './crop-dialog.tsx'
