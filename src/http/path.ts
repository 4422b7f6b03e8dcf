/** Returns the path of an absolute URL without building a URL object, since every request passes here. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  if (start === -1) return '/'
  const query = url.indexOf('?', start)
  return query === -1 ? url.slice(start) : url.slice(start, query)
}

/**
 * Returns whether the router can decode every segment of a path. It puts a mark in place of a segment that is not
 * percent-encoded UTF-8, but null when the path ends in a slash.
 */
export function isReadable(path: string): boolean {
  if (!path.endsWith('/') || !path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
