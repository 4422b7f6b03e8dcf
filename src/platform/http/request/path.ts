/** Builds no URL object, since every request passes here. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  if (start === -1) return '/'
  const query = url.indexOf('?', start)
  return query === -1 ? url.slice(start) : url.slice(start, query)
}

/** The router gives null for a segment that is not percent-encoded UTF-8. */
export function isReadable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Leaves out the secrets of 256 bits that some addresses contain. */
export const withoutSecrets = (path: string): string => path.replace(/(?<=\/)[\w-]{43}(?=\/|$)/g, '…')

// The router ignores a slash at the end, so the checks before it do too.
const webhooks = /^\/api\/(?:webhooks\/stripe|studio\/stripe\/webhook)\/?$/

/** Whether a path takes the processor's signed webhooks: raw, large, and from any origin. */
export const isWebhook = (path: string): boolean => webhooks.test(path)

/** Whether a path takes checkpoints of logs, which are signed texts. */
export const isCheckpoint = (path: string): boolean => /^\/witness\/add-checkpoint\/?$/.test(path)

/** Whether a path is of the interface for players, whose forms repeat their fields. */
export const isForPlayers = (path: string): boolean => path.startsWith('/rest/')

/** Where Apple sends a browser back to, with a form of its own site. */
export const appleCallback = '/api/auth/apple/callback'

// Of the pages, those whose forms work without scripts; and Apple's form.
const plainForms =
  /^\/(?:login|logout|language|mailing-list|withdraw|support\/[\w-]{1,100}|api\/auth\/apple\/callback)\/?$/

/** Browsers without scripts send such forms (rule: without-scripts). */
export const isPlainForm = (path: string): boolean => plainForms.test(path)

/**
 * Returns whether a path unsubscribes from emails. Mail programs post to it by themselves, in one
 * form or another (RFC 8058), whose content is never read.
 */
export const isUnsubscribe = (path: string): boolean => /^\/unsubscribe\/?$/.test(path)

export const testPages = '/test-processor'

/** Returns whether a path is a page of the test processor, whose forms are plain HTML. */
export const isTestPage = (path: string): boolean => path.startsWith(`${testPages}/`)
