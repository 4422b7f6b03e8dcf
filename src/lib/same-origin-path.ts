/** A path of this site's own to go back to; the fallback for anything that could lead a visitor elsewhere. */
export function sameOriginPath(raw: string | undefined, fallback: string): string {
  if (raw === undefined || !raw.startsWith('/')) return fallback
  const url = URL.parse(raw, 'http://here.invalid')
  if (url?.origin !== 'http://here.invalid') return fallback
  // "/.//elsewhere" has our origin, but the path that is left of it would be read as another host's.
  return url.pathname.startsWith('//') ? fallback : url.pathname + url.search + url.hash
}
