const toPercent = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`

/** Writes the name in ASCII for old clients, and complete (RFC 6266, RFC 8187). */
export function attachmentHeader(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7E]+/g, '_')
    .replace(/["\\%]/g, '_')
  const whole = encodeURIComponent(name).replace(/['()*]/g, toPercent)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`
}
