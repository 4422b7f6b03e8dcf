import { statusOf } from '../../errors.ts'
import { sendsHeaders } from '../../platform/http/answer/answer-headers.ts'
import type { Content, Operation } from './operation.ts'

const codes = [
  'VALIDATION',
  'UNAUTHENTICATED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'MISDIRECTED',
  'RATE_LIMIT',
  'INTERNAL',
  'UNAVAILABLE',
] as const

/**
 * The refusals that come before anything is looked at, or instead of it, and so depend on what an
 * operation takes and who may ask alone (rule: order-of-checks). They are sent as one answer.
 */
export const usualRefusals: ReadonlySet<string> = new Set(codes.map((code) => String(statusOf[code])))

const content = { 'application/json': { schema: { $ref: '#/components/schemas/ProductError' } } }

/** The refusal of a write that a page of another site sends (rule: foreign-writes). */
export const foreignWrite: Content = { description: 'FORBIDDEN: the request came from another site', content }

const isUsual = (status: string, { description = '', content: sent = {}, headers = {} }: Content): boolean =>
  JSON.stringify(sent) === JSON.stringify(content) &&
  (description === foreignWrite.description ||
    (usualRefusals.has(status) && codes.some((code) => description.startsWith(`${code}:`)))) &&
  Object.keys(headers).every((name) => usualHeaders.has(name))

const usualHeaders: ReadonlySet<string> = new Set(['Retry-After', 'RateLimit', 'RateLimit-Policy'])

/** Returns the answers with the usual refusals among them as the `default` one. */
export function withDefault(answers: Operation['responses']): Operation['responses'] {
  const isFolded = ([status, answer]: [string, Content]) => isUsual(status, answer)
  const folded = Object.entries(answers).filter(isFolded)
  if (folded.length === 0) return answers
  const isTold = folded.some(([, { headers = {} }]) => 'RateLimit' in headers)
  return {
    ...Object.fromEntries(Object.entries(answers).filter((each) => !isFolded(each))),
    default: {
      description: `What any operation may refuse: ${codes.map((code) => `${statusOf[code]} ${code}`).join(', ')}, and 403 FORBIDDEN what comes from another site`,
      headers: sendsHeaders('Retry-After', ...(isTold ? (['RateLimit', 'RateLimit-Policy'] as const) : [])),
      content,
    },
  }
}
