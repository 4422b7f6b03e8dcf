const named = /^#token=([\w-]{1,200})$/

/** The token of a mailed link, taken out of the address at once, so that it stays in no history and on no screen. */
function takeToken(): string | null {
  const token = named.exec(location.hash)?.[1] ?? null
  if (token !== null) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

/**
 * Tells the token of the link by which this page was opened, null without one; and again when a link is opened in the
 * same tab, which loads nothing anew. Answers how to stop.
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
