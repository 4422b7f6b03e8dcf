import type { Content, Parameter } from './operation.ts'

const text = (description: string) => ({ description, schema: { type: 'string' as const } })
const seconds = { description: 'the seconds to wait', schema: { type: 'integer' as const } }

const etag = { ETag: text('for If-None-Match; weak when the answer is compressed') }
const retry = { 'Retry-After': seconds }
const limits = {
  RateLimit: text('the requests that are left, and the seconds until all are: "agent-read";r=119;t=1'),
  'RateLimit-Policy': text('how many requests there are, in how many seconds: "agent-read";q=120;w=60'),
}
const challenges = {
  'WWW-Authenticate': text(
    'a License challenge (RSL 1.0, CAP), and where it can be paid by a program, a Payment challenge',
  ),
  Link: text('the terms: rel="license"; type="application/rsl+xml"'),
}
const manifest = {
  Link: text('rel="latest-version", rel="predecessor-version" (RFC 5829) and rel="license"'),
  'Repr-Digest': text('of the bytes, with format=raw (RFC 9530)'),
}

export function withHeaders(
  path: string,
  parameters: readonly Parameter[],
  responses: Record<string, Content>,
): Record<string, Content> {
  const isHeld = parameters.some(({ name }) => name === 'If-None-Match')
  const isOfAgents = path.startsWith('/api/agents/') || path === '/mcp' || path.endsWith('/dossier')
  const isManifest = /^\/api\/agents\/releases\/:id\/manifest/.test(path)
  const headersOf = (status: string) => ({
    ...(isHeld && (status === '200' || status === '304') ? etag : {}),
    ...(isOfAgents && (status === '200' || status === '429') ? limits : {}),
    ...(isManifest && status === '200' ? manifest : {}),
    ...(status === '402' ? challenges : {}),
    ...(status === '200' && path.endsWith('/access')
      ? { 'Payment-Receipt': text('of what was paid by a Payment credential') }
      : {}),
    ...(status === '429' || status === '503' ? retry : {}),
  })
  return Object.fromEntries(
    Object.entries(responses).map(([status, answer]) => {
      const headers = { ...headersOf(status), ...answer.headers }
      return [status, Object.keys(headers).length === 0 ? answer : { ...answer, headers }]
    }),
  )
}
