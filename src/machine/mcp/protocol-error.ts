import type { AppError } from '../../errors.ts'
import { notJson } from '../../platform/http/request/body.ts'

const parseError = -32_700
const invalidRequest = -32_600

/** As JSON-RPC has it; undefined for a refusal of a message that can be read. */
export function protocolError({ code, message }: AppError): Response | undefined {
  if (code !== 'VALIDATION') return undefined
  const error = { code: message === notJson ? parseError : invalidRequest, message }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400, headers: { 'cache-control': 'no-store' } })
}
