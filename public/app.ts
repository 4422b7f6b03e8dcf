import { effect } from '@preact/signals'
// Small things that several kinds of pages have: a file of their own for each is a request.
import '../src/lib/album/lyrics.ts'
import '../src/lib/json/json.ts'
import { defineIslands } from './islands/island-element.ts'
import { joinWorker } from './lib/app-worker.ts'
import { keepsSound } from './lib/kept-sound.ts'
import './lib/like-key.tsx'
import './lib/near-rows.ts'
import { pressDownload } from './lib/press-download.ts'
import { reconcileReturn } from './lib/put-aside.ts'
import { reloadOnChange } from './lib/reload-on-change.ts'
import { navigateSoftly } from './lib/soft-navigation.ts'
import { listenForKeys } from './player/keys.ts'
import './player/keys-switch.tsx'
import './player/queue.ts'
import { resumePlayback } from './player/resume.ts'
import { held, playing } from './player/state.ts'

/** Whether the site runs from the sources in development, as the bundler writes it. */
declare const IS_DEV: boolean

defineIslands()
navigateSoftly()
reconcileReturn()
pressDownload()
resumePlayback()
listenForKeys()
joinWorker()
// Most browsers keep no music. Without an answer now, the next page asks.
if (keepsSound()) import('./kept/settle-kept.ts').then(({ settleKept }) => settleKept()).catch(() => {})
// Safari has them since 17.
if (!('popover' in HTMLElement.prototype)) import('@oddbird/popover-polyfill').catch(() => {})
const endWaiting = effect(() => {
  // One that waits for a press is on the lock screen too.
  if (!playing.value && !held.value) return
  queueMicrotask(() => endWaiting())
  // Most visitors play nothing.
  import('./player/first-play.ts').then(({ joinPlayback }) => joinPlayback()).catch(() => {})
})
if (IS_DEV) void reloadOnChange()
