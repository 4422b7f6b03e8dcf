import { createHash } from 'node:crypto'

// On a slow line scripts would compete with the sleeve that a page opens with, which people look
// for.
const startLate = `{
const sleeve = document.querySelector('img[fetchpriority=high]')
let isStarted = false
const start = () => {
  if (isStarted) return
  isStarted = true
  for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
  for (const waiting of document.querySelectorAll('script[type=later]')) {
    const script = document.createElement('script')
    script.type = 'module'
    script.src = waiting.src
    waiting.replaceWith(script)
  }
}
if (!sleeve || sleeve.complete) start()
else {
  sleeve.addEventListener('load', start)
  sleeve.addEventListener('error', start)
  setTimeout(start, 2000)
}
}`

/** The hash of the script that starts the others, as the policy of a page allows it. */
export const startSha256 = createHash('sha256').update(startLate).digest('base64')

/**
 * Returns a page that loads its scripts once its sleeve is there, or after two seconds; at once
 * without a sleeve.
 */
export const withLateScripts = (text: string): string =>
  text
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace('<script type="module"', '<script type="later"')
    .replace('</body></html>', () => `<script>${startLate}</script></body></html>`)
