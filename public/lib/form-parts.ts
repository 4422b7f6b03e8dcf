// Shared parts of forms on several pages: one chunk, as each group of islands with forms imports it
// whole.
import '../../src/lib/longest.ts'
import '../../src/lib/money.ts'
import '../../src/lib/price.ts'
import '../../src/lib/sum-problem.ts'
import './area-field.tsx'
import './ask-dialog.tsx'
import './day.tsx'
import './field.tsx'
import './focus-on.ts'
import './form.ts'
import './slip-dialog.tsx'
import './use-drop.ts'
