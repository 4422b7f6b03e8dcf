/** Compares If-None-Match (RFC 9110, 13.1.2): weakly, or any. */
export function isHeld({ headers }: Request, etag: string): boolean {
  const held = headers.get('if-none-match')
  if (held === null) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return held.trim() === '*' || held.split(',').some((tag) => opaque(tag) === opaque(etag))
}
