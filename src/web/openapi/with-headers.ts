import { type HeaderName, sendsHeaders } from '../../platform/http/answer/answer-headers.ts'
import type { Content, Parameter } from './operation.ts'

type Sending = {
  parameters: readonly Parameter[]
  security: readonly Record<string, readonly string[]>[]
  /** Whether answers say how much of the limit is left. */
  isTold: boolean
  /** The headers that the route itself names. */
  tells: readonly HeaderName[]
}

const isSuccess = (status: string): boolean => /^[23]/.test(status)

/** Returns the answers with the headers that each has beside those of every answer. */
export function withHeaders(
  responses: Record<string, Content>,
  { parameters, security, isTold, tells }: Sending,
): Record<string, Content> {
  const takes = (asked: string) => parameters.some(({ name }) => name === asked)
  const proofs = security.flatMap((each) => Object.keys(each))
  const isTagged = (status: string) =>
    isSuccess(status) && (takes('If-Match') || (takes('If-None-Match') && /^(?:200|304)$/.test(status)))
  // Somebody's own things, and refusals, are kept by nobody: no-store.
  const isKept = (status: string) => isSuccess(status) && (takes('If-None-Match') || '206' in responses)
  const namesOf = (status: string, { content = {} }: Content): HeaderName[] => [
    ...(isKept(status) ? (['Cache-Control'] as const) : []),
    ...(isTagged(status) ? (['ETag'] as const) : []),
    ...(isSuccess(status) ? tells : []),
    ...(isSuccess(status) && takes('Signature-Input') ? (['Accept-Signature'] as const) : []),
    ...(isSuccess(status) && Object.keys(content).some((type) => isSaved.test(type))
      ? (['Content-Disposition'] as const)
      : []),
    ...(/^3/.test(status) && status !== '304' ? (['Location'] as const) : []),
    ...(isTold ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ...(status === '401' && proofs.includes('agentSecret') ? (['WWW-Authenticate'] as const) : []),
    ...(status === '401' && proofs.includes('metricsToken') ? (['WWW-Authenticate'] as const) : []),
    ...(status === '401' && proofs.includes('messageSignature') ? (['Accept-Signature'] as const) : []),
    ...(status === '402' ? (['WWW-Authenticate', 'Link'] as const) : []),
    ...(status === '416' ? (['Accept-Ranges', 'Content-Range'] as const) : []),
    ...(status === '405' ? (['Allow'] as const) : []),
    ...(status === '429' || status === '503' ? (['Retry-After'] as const) : []),
  ]
  return Object.fromEntries(
    Object.entries(responses).map(([status, answer]) => {
      const headers = { ...sendsHeaders(...namesOf(status, answer)), ...answer.headers }
      return [status, Object.keys(headers).length === 0 ? answer : { ...answer, headers }]
    }),
  )
}

/** The types of files that a browser saves under the name that the answer gives. */
const isSaved = /^(?:text\/csv|text\/calendar|application\/zip)$/
