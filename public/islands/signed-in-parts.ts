// What pages of account and studio share: one chunk, as each group of their islands imports it whole.
import '../lib/form-parts.ts'
import '../lib/picture-key.tsx'
import '../lib/saved-form.tsx'
import './studio/ask-dialog.tsx'
import './studio/inline.tsx'
import './studio/obstacle-hint.tsx'
import './studio/size.ts'
import './studio/upload/drop-zone.tsx'
