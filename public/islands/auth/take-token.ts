const named = /^#token=([\w.-]{1,200})$/

/** Removes the token from the URL at once, so that it stays in no history and on no screen. */
function takeToken(): string | null {
  const token = named.exec(location.hash)?.[1] ?? null
  if (token !== null) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

/**
 * Calls back with the token of the link that opened this page, null without one; and again when a
 * link is opened in the same tab, which does not reload the page. Returns a function that stops it.
 */
export function watchToken(onToken: (token: string | null) => void): () => void {
  const again = () => {
    const token = takeToken()
    if (token !== null) onToken(token)
  }
  onToken(takeToken())
  addEventListener('hashchange', again)
  return () => removeEventListener('hashchange', again)
}

/** Where the tab keeps the token of the set-up link while its holder signs up. */
export const setupTokenKey = 'tapedeck.setup'
