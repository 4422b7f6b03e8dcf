/** Sends a page's visitor on to another one of ours (303). Nobody keeps the answer: it depends on who asks. */
export const seeOther = (path: string): Response =>
  new Response(null, {
    status: 303,
    headers: { location: path, 'cache-control': 'private, no-store', vary: 'Cookie' },
  })

/** Where a visitor goes who has to sign in before `path`. */
export const toLogin = (path: string): Response => seeOther(`/login?next=${encodeURIComponent(path)}`)
