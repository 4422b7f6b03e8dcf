import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { ValidationError } from 'elysia'
import { isBusy } from '../../../../db/is-busy.ts'
import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { faultOf, type Log } from '../../log.ts'
import { diskFull } from '../disk-full.ts'
import { requirementText } from '../request/schema-sentence.ts'

/** The JSON body of every non-2xx product answer (rule: refusals). */
export type ErrorBody = { error: string; code: string; field?: string; hint?: string }

/**
 * Converts anything thrown to an AppError. Our own faults become INTERNAL and are logged by name
 * only: neither the reader nor the log gets a message of the database or the processor, which may
 * contain what people wrote.
 */
export function toAppError(thrown: unknown, log: Log, requestId: string): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof ValidationError && thrown.type !== 'response') return fromValidation(thrown)
  if (thrown instanceof Error) {
    if (thrown.cause instanceof AppError) return thrown.cause
    const full = diskFull(log, thrown, requestId)
    if (full) return full
    if (isBusy(thrown)) {
      log.error('another program has the database locked', { requestId })
      return new AppError('UNAVAILABLE', say('Nothing can be stored right now: another program has the database.'), {
        hint: say('Try again in a moment.'),
      })
    }
    const code = 'code' in thrown ? thrown.code : undefined
    if (code === 'NOT_FOUND') return new AppError('NOT_FOUND', say('There is nothing at this address.'))
    if (code === 'PARSE') return new AppError('VALIDATION', say('The body cannot be read.'))
    if (code === 'INVALID_COOKIE_SIGNATURE')
      return new AppError('UNAUTHENTICATED', say('You are not signed in. Sign in, then try again.'))
    log.error('request failed', { requestId, ...faultOf(thrown), frame: firstFrame(thrown) })
    log.debug('request failed', { requestId, message: thrown.message })
  }
  return new AppError('INTERNAL', say('Something went wrong on our side.'), {
    hint: say('Quote this request ID: {requestId}', { requestId }),
  })
}

const defaultRetryAfterSec = 30

/** Returns the response for an AppError, with Retry-After and Allow where they apply. */
export function errorResponse(error: AppError): Response {
  const { field, hint, headers, more } = error.detail
  const retryAfter = error.detail.retryAfter ?? (error.code === 'UNAVAILABLE' ? defaultRetryAfterSec : undefined)
  const body: ErrorBody = { error: error.message, code: error.code }
  if (field !== undefined) body.field = field
  if (hint !== undefined) body.hint = hint
  return new Response(JSON.stringify({ ...body, ...more }), {
    status: error.status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...headers,
    },
  })
}

function fromValidation(error: ValidationError): AppError {
  if (error.type === 'params') return new AppError('NOT_FOUND', say('There is nothing at this address.'))
  return refusalOf(error.valueError)
}

type Problem = Pick<ValueError, 'path' | 'type' | 'schema'>

/** Returns the refusal of what does not fit a schema, with the field in question. */
export function refusalOf(first: Problem | undefined): AppError {
  const field = fieldOf(first?.path ?? '')
  return new AppError('VALIDATION', sentence(field, first), field === '' ? {} : { field })
}

/** Returns a JSON pointer (RFC 6901) as a dotted path. */
const fieldOf = (pointer: string) => pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')

function sentence(field: string, problem: Problem | undefined): string {
  if (problem === undefined) return say('The request is not valid.')
  if (problem.type === ValueErrorType.ObjectRequiredProperty && field !== '')
    return say('"{field}" is missing.', { field })
  if (problem.type === ValueErrorType.ObjectAdditionalProperties) return say('Unknown field "{field}".', { field })
  const wanted = requirementText(problem.schema)
  return field === ''
    ? say('The body must be {wanted}.', { wanted })
    : say('"{field}" must be {wanted}.', { field, wanted })
}

function firstFrame(error: Error): string {
  const frame = error.stack?.split('\n').find((line) => line.includes('/src/') || line.includes('/db/'))
  return frame?.replace(/^.*\/((?:src|db)\/[^)]*)\)?$/, '$1').trim() ?? 'unknown'
}
